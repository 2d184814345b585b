// Which vertices have parallel arcs out: for the class of the source's arcs as printed, which does not take a minimum.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::hbf {

/// A byte for each vertex, 1 where two arcs out of it have one target. Rows that are not sorted are copied and sorted.
template <WeightType W, OffsetType O>
std::vector<std::uint8_t> parallel_rows(const CsrView<W, O>& graph, RunContext& context) {
  std::vector<std::uint8_t> found(graph.vertices, 0);
  context.parallel_for(graph.vertices, 4096, [&](std::uint64_t begin, std::uint64_t end) {
    std::vector<Vertex> row;
    for (auto v = static_cast<Vertex>(begin); v < end; ++v) {
      row.assign(graph.targets + graph.begin(v), graph.targets + graph.end(v));
      if (!std::ranges::is_sorted(row)) std::ranges::sort(row);
      found[v] = std::ranges::adjacent_find(row) != row.end() ? 1 : 0;
    }
  });
  return found;
}

}  // namespace wayfront::hbf
