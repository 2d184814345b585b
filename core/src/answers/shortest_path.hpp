// The arcs of one shortest path, from distances and predecessors that are certified.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "wayfront/graph.hpp"

namespace wayfront::host {

struct PathArc {
  Vertex from = 0;
  Vertex to = 0;
  double weight = 0;         // of the lightest arc between the two; exact for both weight kinds
  std::uint64_t number = 0;  // of that arc, the first of equally light ones: its place in the graph's rows, from 0
};

/// From `source` to `target`, in order; none where they are the same. `target` must have been reached, and
/// `predecessors` be a tree of arcs (no_vertex for the source).
std::vector<PathArc> path_to(const Graph& graph, std::span<const Vertex> predecessors, Vertex source, Vertex target);

/// The arcs of a cycle that is given by its vertices, each once.
std::vector<PathArc> cycle_arcs(const Graph& graph, std::span<const Vertex> cycle);

/// A weight or a sum of weights of that kind as text: integers without a point, floats as short as they can be.
std::string weight_text(double weight, WeightKind kind);

}  // namespace wayfront::host
