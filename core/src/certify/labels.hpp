// Which of several sources is the nearest: read from the tree of a virtual vertex whose arcs of weight 0 lead to them.
#pragma once

#include <span>

#include "wayfront/graph.hpp"

namespace wayfront::host {

/// labels[v] becomes the first vertex after `root` on the tree's path to v: the source whose distance v has. no_vertex
/// for `root` itself and for unreached vertices. `tree` holds predecessors as certify() writes them, and `labels` is as
/// long. Linear, without recursion.
void label_nearest(std::span<const Vertex> tree, Vertex root, std::span<Vertex> labels);

}  // namespace wayfront::host
