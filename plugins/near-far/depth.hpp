// Whether the rows of a graph should have heads, from a look at a small part of it.
#pragma once

#include "wayfront/graph.hpp"

namespace wayfront::near_far {

inline constexpr unsigned head_arcs = 4;

/// Whether most rows fit into heads, and searches have few vertices near at once, so that hops are what they cost: on roads
/// and grids, not on random graphs of the same degree. Seen from the levels of a breadth-first search that ends after some
/// thousand vertices.
bool pays_for_heads(const Graph& graph);

}  // namespace wayfront::near_far
