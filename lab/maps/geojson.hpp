// GeoJSON (RFC 7946) of a path: a line, and its two ends. And the geometries that all files of answers are made of.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>

#include "answers/shortest_path.hpp"
#include "graph/exact_weight.hpp"
#include "load/loaded_graph.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::host {

/// Throws UserError (ExitCode::input), which says what to do, if the graph has no coordinates or if the place of no
/// vertex is known. `needed_by` is what needs them: "--geojson".
void require_coordinates(const LoadedGraph& loaded, std::string_view needed_by);

/// Why programs for maps may draw the graph in another place; "" for geographic coordinates.
std::string plane_doubt(const LoadedGraph& loaded);

/// Null for a place that is not known.
nlohmann::json point_geometry(const Point& point);
/// A line through those points whose places are known, cut in two where it crosses the antimeridian (RFC 7946, 3.1.9);
/// null if there are fewer than two.
nlohmann::json line_geometry(std::span<const Point> points, bool geographic);

/// What all such files say about the graph, as foreign members of the collection: its name, the type of its weights,
/// and whether positions are longitude and latitude.
nlohmann::json about_graph(const LoadedGraph& loaded);

/// A FeatureCollection: a line with the vertices and the distance, then points at start and end. `until` is the distance
/// at the end of each arc. The graph must have coordinates.
nlohmann::json path_geojson(const LoadedGraph& loaded, Vertex from, std::span<const PathArc> arcs,
                            std::span<const ExactWeight> until);

}  // namespace wayfront::host
