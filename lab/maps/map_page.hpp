// A map as one page of HTML without network access: the network coloured by distance from a vertex, and shortest paths.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "load/loaded_graph.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/loader.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// What people call the weights: distances are divided by `weight` and have `name` behind them.
struct MapUnit {
  std::string name;
  double weight = 1;
};

/// One certified answer.
struct MapAnswer {
  const LoadedGraph& graph;  // on which was solved; must have coordinates
  Vertex source;
  std::optional<Vertex> target{};  // the path that is drawn at first
  bool to_source = false;          // distances to the source, against the arcs of the file
  double limit = std::numeric_limits<double>::infinity();
  std::string plugin;
  const Output& row;
  std::span<const Vertex> predecessors;
  MapUnit unit{};
  std::uint64_t max_vertices = 3'000'000;  // of larger graphs the page has what is reached
};

/// The page. Throws UserError (ExitCode::usage) where more vertices are reached than it has room for.
std::string map_page(const MapAnswer& answer);

/// What map_page/ reads of it.
nlohmann::json map_data(const MapAnswer& answer);

// Places on a map as on a sheet of paper: projected, in whole numbers on a fine grid.

/// Places in units of `step` from `left` and `bottom`. Geographic ones are in Mercator's projection, in degrees of
/// longitude.
struct MapSheet {
  double left = 0, bottom = 0, step = 1;
  std::vector<std::int64_t> x, y;
};

/// `points` must be known. `lines` are pairs of their indices: the grid is fine compared with their lengths. Places on both
/// sides of the antimeridian are put together where that makes the sheet narrower.
MapSheet map_sheet(std::vector<Point> points, bool geographic, std::span<const std::pair<Vertex, Vertex>> lines);

}  // namespace wayfront::host
