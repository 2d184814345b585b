// mode = "nearest": which of the sources is the nearest of each vertex, read from the tree of a virtual vertex whose arcs
// of weight 0 lead to them.
#pragma once

#include <span>
#include <vector>

#include "wayfront/graph.hpp"

namespace wayfront::host {

/// For each vertex but `root`, the virtual one, which is the last: the first vertex after `root` on the tree's path to it,
/// which is the source whose distance it has; no_vertex if it is unreached. `tree` holds predecessors as certify() writes
/// them. Linear, without recursion.
std::vector<Vertex> nearest_sources(std::span<const Vertex> tree, Vertex root);

}  // namespace wayfront::host
