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
  std::vector<Point> points(view_.points.size() + 1, {unknown, unknown});
  std::ranges::copy(view_.points, points.begin());
  return {std::move(points), view_.geographic};
}

std::optional<PointFault> fault_in(const Coordinates& coordinates) {
  constexpr double max_longitude = 180, max_latitude = 90;
  for (std::size_t v = 0; v < coordinates.points.size(); ++v) {
    const auto& [x, y] = coordinates.points[v];
    if (std::isnan(x) && std::isnan(y)) continue;
    if (!std::isfinite(x) || !std::isfinite(y))
      return PointFault{static_cast<Vertex>(v),
                        fmt::format("has the coordinates {} and {}, which are not two finite numbers", x, y)};
    if (coordinates.geographic && (std::abs(x) > max_longitude || std::abs(y) > max_latitude))
      return PointFault{static_cast<Vertex>(v),
                        fmt::format("lies at longitude {} and latitude {}, which is not on the globe; degrees are "
                                    "-180 .. 180 and -90 .. 90",
                                    x, y)};
  }
  return std::nullopt;
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
