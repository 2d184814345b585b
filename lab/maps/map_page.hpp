// A map as one page of HTML without network access: the network coloured by distance from a vertex, and shortest paths.
#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>

#include "load/loaded_graph.hpp"
#include "wayfront/graph.hpp"
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

}  // namespace wayfront::host
