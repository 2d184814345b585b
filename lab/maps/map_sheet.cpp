#include "maps/map_sheet.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "graph/places/vertex_points.hpp"

namespace wayfront::host {
namespace {

/// Mercator's projection, in degrees; the poles, which it does not have, become the edges of the usual square map.
double mercator(double latitude) {
  constexpr double last = 85.05112877980659, degree = std::numbers::pi / 180;
  const double angle = std::clamp(latitude, -last, last) * degree;
  return std::log(std::tan(std::numbers::pi / 4 + angle / 2)) / degree;
}

void join_at_antimeridian(std::vector<Point>& points) {
  constexpr double whole = 360;
  const auto turned = [](double x) { return x < 0 ? x + whole : x; };
  const auto width = [&](auto&& place) {
    const auto [min, max] = std::ranges::minmax(points, {}, [&](const Point& it) { return place(it.x); });
    return place(max.x) - place(min.x);
  };
  if (points.empty() || width([](double x) { return x; }) <= width(turned)) return;
  for (Point& it : points) it.x = turned(it.x);
}

}  // namespace

MapSheet map_sheet(std::vector<Point> points, bool geographic, std::span<const std::pair<Vertex, Vertex>> lines) {
  constexpr double max_units = 0x1p24, units_per_line = 64;
  if (geographic) {
    for (Point& it : points) it.y = mercator(it.y);
    join_at_antimeridian(points);
  }
  double length = 0;  // of all lines; some may be too long to add up
  for (const auto& [a, b] : lines) length += std::hypot(points[a].x - points[b].x, points[a].y - points[b].y);
  const PointBounds bounds = bounds_of(points);
  const double extent = std::max(bounds.max.x - bounds.min.x, bounds.max.y - bounds.min.y);
  MapSheet sheet;
  sheet.left = bounds.min.x;
  sheet.bottom = bounds.min.y;
  sheet.step = extent / max_units;
  if (!lines.empty()) sheet.step = std::max(sheet.step, length / static_cast<double>(lines.size()) / units_per_line);
  if (!(sheet.step > 0) || !std::isfinite(sheet.step)) sheet.step = 1;
  const auto unit = [&](double from, double to) {
    return std::llround(std::clamp((to - from) / sheet.step, 0.0, max_units));
  };
  for (const Point& it : points) {
    sheet.x.push_back(unit(sheet.left, it.x));
    sheet.y.push_back(unit(sheet.bottom, it.y));
  }
  return sheet;
}

}  // namespace wayfront::host
