// Finds a negative cycle in the predecessor graph, for methods that keep no tree: once improvements have gone round
// such a cycle, each of its vertices has its predecessor on it.
#pragma once

#include <algorithm>
#include <memory_resource>
#include <span>
#include <vector>

#include "wayfront/graph.hpp"

namespace wayfront {

/// Puts a cycle of the parent graph into `cycle`, in the direction of the arcs, the first that is_wanted(cycle); returns
/// whether there is one, and else leaves `cycle` empty. Every vertex is passed once: a walk up the parents ends at a
/// root, at an earlier walk, or in itself. `walks` is scratch.
template <class IsWanted>
bool find_predecessor_cycle(std::span<const Vertex> parents, std::span<Vertex> walks, std::pmr::vector<Vertex>& cycle,
                            const IsWanted& is_wanted) {
  std::ranges::fill(walks, no_vertex);
  for (Vertex start = 0; start < parents.size(); ++start) {
    Vertex v = start;
    for (; v != no_vertex && walks[v] == no_vertex; v = parents[v]) walks[v] = start;
    if (v == no_vertex || walks[v] != start) continue;
    cycle.assign(1, v);
    for (Vertex u = parents[v]; u != v; u = parents[u]) cycle.push_back(u);
    std::ranges::reverse(cycle);
    if (is_wanted(cycle)) return true;
  }
  cycle.clear();
  return false;
}

/// Any of them.
inline bool find_predecessor_cycle(std::span<const Vertex> parents, std::span<Vertex> walks,
                                   std::pmr::vector<Vertex>& cycle) {
  return find_predecessor_cycle(parents, walks, cycle, [](const auto&) { return true; });
}

}  // namespace wayfront
