#include "graph/places/vertex_points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace wayfront::host {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

}  // namespace

VertexPoints::VertexPoints(std::vector<Point> points, bool geographic) {
  const auto kept = std::make_shared<const std::vector<Point>>(std::move(points));
  view_ = {*kept, geographic};
  owner_ = kept;
}

VertexPoints VertexPoints::copied() const {
  if (owner_ == nullptr) return {};
  return {{view_.points.begin(), view_.points.end()}, view_.geographic};
}

VertexPoints VertexPoints::selected(std::span<const Vertex> of_vertices) const {
  if (owner_ == nullptr) return {};
  std::vector<Point> points;
  points.reserve(of_vertices.size());
  for (const Vertex v : of_vertices) points.push_back(view_.points[v]);
  return {std::move(points), view_.geographic};
}

VertexPoints VertexPoints::with_another_vertex() const {
  if (owner_ == nullptr) return {};
  std::vector<Point> points;
  points.reserve(view_.points.size() + 1);
  points.assign(view_.points.begin(), view_.points.end());
  points.push_back({unknown, unknown});
  return {std::move(points), view_.geographic};
}

std::optional<PointFault> fault_in(const Coordinates& coordinates) {
  constexpr double max_longitude = 180, max_latitude = 90;
  const auto is_wrong = [&](const Point& it) {
    if (std::isnan(it.x) && std::isnan(it.y)) return false;
    if (!std::isfinite(it.x) || !std::isfinite(it.y)) return true;
    return coordinates.geographic && (std::abs(it.x) > max_longitude || std::abs(it.y) > max_latitude);
  };
  const auto wrong = std::ranges::find_if(coordinates.points, is_wrong);
  if (wrong == coordinates.points.end()) return std::nullopt;
  PointFault fault{static_cast<Vertex>(wrong - coordinates.points.begin()), {}};
  if (!std::isfinite(wrong->x) || !std::isfinite(wrong->y))
    fault.what = fmt::format("has the coordinates {} and {}, which are not two finite numbers", wrong->x, wrong->y);
  else
    fault.what = fmt::format(
        "lies at longitude {} and latitude {}, which is not on the globe; degrees are -180 .. 180 and -90 "
        ".. 90",
        wrong->x, wrong->y);
  return fault;
}

PointBounds bounds_of(std::span<const Point> points) {
  PointBounds bounds{{unknown, unknown}, {unknown, unknown}, 0};
  for (const Point& it : points) {
    if (!is_known(it)) {
      ++bounds.unknown;
      continue;
    }
    // fmin and fmax take the number where the other is NaN.
    bounds.min = {std::fmin(it.x, bounds.min.x), std::fmin(it.y, bounds.min.y)};
    bounds.max = {std::fmax(it.x, bounds.max.x), std::fmax(it.y, bounds.max.y)};
  }
  return bounds;
}

}  // namespace wayfront::host
