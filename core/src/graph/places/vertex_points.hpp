// Where the vertices of a graph lie: the coordinates that a file or a generator gives, for maps and GeoJSON. No
// algorithm sees them.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "wayfront/graph.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::host {

/// One point of each vertex, or nothing for a graph without coordinates. Copies share the points.
class VertexPoints {
 public:
  VertexPoints() = default;
  VertexPoints(std::vector<Point> points, bool geographic);
  /// Points that `owner` keeps.
  VertexPoints(const Coordinates& points, std::shared_ptr<const void> owner)
      : view_(points), owner_(std::move(owner)) {}

  /// Whether the graph has coordinates.
  explicit operator bool() const { return owner_ != nullptr; }
  bool geographic() const { return view_.geographic; }
  std::span<const Point> points() const { return view_.points; }
  const Coordinates& view() const { return view_; }
  const Point& operator[](Vertex v) const { return view_.points[v]; }

  /// The same in memory of its own.
  VertexPoints copied() const;
  /// The same after renumbering: vertex v had the number of_vertices[v] before.
  VertexPoints selected(std::span<const Vertex> of_vertices) const;
  /// The same for a graph with one more vertex, the last, whose place is not known.
  VertexPoints with_another_vertex() const;

 private:
  Coordinates view_;
  std::shared_ptr<const void> owner_;
};

/// Whether the place of a vertex is known.
inline bool is_known(const Point& point) { return point.x == point.x; }

/// The first point that is not allowed, and why: an infinity, one number without the other, or, for geographic
/// coordinates, a place that is not on the globe.
struct PointFault {
  Vertex vertex = 0;
  std::string what;  // "lies at longitude 200 and latitude 0, which is not on the globe"
};
std::optional<PointFault> fault_in(const Coordinates& coordinates);

/// The smallest rectangle with all known points.
struct PointBounds {
  Point min, max;      // NaN if no point is known
  Vertex unknown = 0;  // vertices without a place
};
PointBounds bounds_of(std::span<const Point> points);

}  // namespace wayfront::host
