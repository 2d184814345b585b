// What a map shows: one certified answer, and how its distances are called.
#pragma once

#include <cstdint>
#include <limits>
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

/// Vertices that a page has room for: about 15 MB. Of larger graphs it has those that are reached.
inline constexpr std::uint64_t max_map_vertices = 3'000'000;

/// One certified answer. Everything that it refers to must outlive the call of map_page().
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
  std::uint64_t max_vertices = max_map_vertices;
};

}  // namespace wayfront::host
