// What certified predecessors say: the arcs of one shortest path, the nearest source of each vertex.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graph/exact_weight.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host {

struct PathArc {
  Vertex from = 0;
  Vertex to = 0;
  ExactWeight weight{};      // of the lightest arc between the two
  std::uint64_t number = 0;  // index in the graph's rows, from 0, of the first of the lightest arcs
};

/// From `source` to `target`, in order; empty if they are the same. `target` must be reached, and `predecessors` must
/// be a tree of arcs (no_vertex for the source).
std::vector<PathArc> path_to(const Graph& graph, std::span<const Vertex> predecessors, Vertex source, Vertex target);

/// The arcs of a cycle given by its vertices, each listed once.
std::vector<PathArc> cycle_arcs(const Graph& graph, std::span<const Vertex> cycle);

/// With mode = "nearest", the nearest of the sources: for each vertex but `root`, the virtual one, which is the last, from
/// which arcs of weight 0 lead to the sources, the first vertex after `root` on the tree's path to it; no_vertex if it is
/// unreached. `tree` holds predecessors as certify() writes them. Linear, without recursion.
std::vector<Vertex> nearest_sources(std::span<const Vertex> tree, Vertex root);

/// By how much the sum of these weights may differ from that of the numbers that they were before they got this type, a unit
/// in the last place for each; 0 for integers.
double rounding_of(std::span<const PathArc> arcs, WeightKind kind);

/// A weight or a sum of weights of that kind as text: integers without a point, floats as short as possible.
std::string weight_text(const ExactWeight& weight, WeightKind kind);

}  // namespace wayfront::host
