// mode = "nearest": which of the sources is the nearest of each vertex.
#pragma once

#include <span>
#include <vector>

#include "wayfront/graph.hpp"

namespace wayfront::host {

/// `tree` has the predecessors of a search from `root`, whose arcs of weight 0 lead to the sources: for each vertex but
/// `root`, which is the last, the first vertex after it on the tree's path; no_vertex where the vertex is not reached.
/// Linear, without recursion.
std::vector<Vertex> nearest_sources(std::span<const Vertex> tree, Vertex root);

}  // namespace wayfront::host
