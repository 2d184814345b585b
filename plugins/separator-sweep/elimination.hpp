// Vertices of low degree taken out of the core, so that the search for separators has half as many to look at.
//
// When a vertex goes, its neighbours are joined to each other. A separator of what is left separates the core, too: the
// neighbours of an eliminated vertex are all joined, so none of them can be on one side and one on the other. What is
// eliminated goes into the leaves of the separator tree later, so no vertex that is left may absorb too many: a long
// ladder would vanish otherwise, and be one leaf.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "undirected_graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::separators {

struct Eliminated {
  static constexpr std::uint32_t max_degree = 3;
  std::uint32_t vertex;
  std::uint32_t degree;
  std::array<std::uint32_t, max_degree> neighbours;  // those that were left then; the first absorbed it
};

struct Elimination {
  std::vector<Eliminated> order;
  std::vector<std::uint32_t> kept;     // vertices of the core, ascending
  UndirectedGraph graph;               // of those, by place
  std::vector<std::uint32_t> carried;  // by place: what it and the vertices that it absorbed carry
};

Elimination eliminate(const UndirectedGraph& core, const std::vector<std::uint32_t>& carried,
                      const RunContext& context);

}  // namespace wayfront::separators
