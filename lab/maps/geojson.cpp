#include "maps/geojson.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "base/errors.hpp"
#include "graph/places/vertex_points.hpp"
#include "graph/weight_kind.hpp"

namespace wayfront::host {
namespace {

using Json = nlohmann::json;

Json position(const Point& point) { return Json::array({point.x, point.y}); }

/// Where the line from a to b reaches the antimeridian, on the side of a.
Point at_antimeridian(const Point& a, const Point& b) {
  constexpr double half = 180, whole = 360;
  const double side = std::copysign(half, a.x);
  const double width = b.x + std::copysign(whole, a.x) - a.x;
  const double share = width == 0 ? 0 : (side - a.x) / width;
  return {side, a.y + share * (b.y - a.y)};
}

Json feature(Json geometry, Json properties) {
  return {{"type", "Feature"}, {"geometry", std::move(geometry)}, {"properties", std::move(properties)}};
}

}  // namespace

void require_coordinates(const LoadedGraph& loaded, std::string_view needed_by) {
  if (!loaded.coordinates)
    throw UserError(ExitCode::input,
                    fmt::format("{}: the graph has no coordinates, which {} needs; name a DIMACS .co file with "
                                "--coordinates FILE.co, or take a file that has them, such as OpenStreetMap or GraphML",
                                loaded.name, needed_by));
  if (std::ranges::none_of(loaded.coordinates.points(), is_known))
    throw UserError(ExitCode::input, fmt::format("{}: the coordinates of no vertex are known, but {} needs them",
                                                 loaded.name, needed_by));
}

std::string plane_doubt(const LoadedGraph& loaded) {
  if (loaded.coordinates.geographic()) return {};
  return "its coordinates are not longitude and latitude, so that programs for maps draw it in the wrong place; the "
         "file says \"geographic\": false";
}

Json point_geometry(const Point& point) {
  if (!is_known(point)) return nullptr;
  return {{"type", "Point"}, {"coordinates", position(point)}};
}

Json line_geometry(std::span<const Point> points, bool geographic) {
  constexpr double half = 180;
  std::vector<Json> parts;
  Json part = Json::array();
  const Point* before = nullptr;
  for (const Point& it : points) {
    if (!is_known(it)) continue;
    if (before != nullptr && geographic && std::abs(it.x - before->x) > half) {
      const Point end = at_antimeridian(*before, it);
      part.push_back(position(end));
      parts.push_back(std::exchange(part, Json::array({position({-end.x, end.y})})));
    }
    part.push_back(position(it));
    before = &it;
  }
  if (parts.empty() && part.size() < 2) return nullptr;
  if (parts.empty()) return {{"type", "LineString"}, {"coordinates", std::move(part)}};
  parts.push_back(std::move(part));
  return {{"type", "MultiLineString"}, {"coordinates", std::move(parts)}};
}

Json about_graph(const LoadedGraph& loaded) {
  return {{"name", loaded.name},
          {"digest", loaded.digest},
          {"weights", name(loaded.graph->info().weights)},
          {"geographic", loaded.coordinates.geographic()}};
}

Json path_geojson(const LoadedGraph& loaded, Vertex from, std::span<const PathArc> arcs,
                  std::span<const ExactWeight> until) {
  const VertexPoints& places = loaded.coordinates;
  const WeightKind weights = loaded.graph->info().weights;
  const auto number = [&](const ExactWeight& weight) { return Json::parse(weight_text(weight, weights)); };
  const Vertex to = arcs.empty() ? from : arcs.back().to;
  const Json length = number(until.empty() ? ExactWeight() : until.back());
  std::vector<Point> line = {places[from]};
  Json vertices = Json::array({loaded.ids[from]}), distances = Json::array({number({})});
  for (std::size_t i = 0; i < arcs.size(); ++i) {
    line.push_back(places[arcs[i].to]);
    vertices.push_back(loaded.ids[arcs[i].to]);
    distances.push_back(number(until[i]));
  }
  const auto unknown = static_cast<std::size_t>(std::ranges::count_if(line, std::not_fn(is_known)));
  Json path = {{"from", loaded.ids[from]},
               {"to", loaded.ids[to]},
               {"distance", length},
               {"vertices", std::move(vertices)},
               {"distances", std::move(distances)},
               {"geographic", places.geographic()}};
  if (unknown != 0) path["vertices_without_coordinates"] = unknown;
  Json features = Json::array({feature(line_geometry(line, places.geographic()), std::move(path))});
  features.push_back(
      feature(point_geometry(places[from]), {{"id", loaded.ids[from]}, {"end", "start"}, {"distance", number({})}}));
  features.push_back(
      feature(point_geometry(places[to]), {{"id", loaded.ids[to]}, {"end", "end"}, {"distance", length}}));
  return {{"type", "FeatureCollection"}, {"graph", about_graph(loaded)}, {"features", std::move(features)}};
}

}  // namespace wayfront::host
