// Which vertices are joined, whatever the direction and the weights: no self-loops, no parallel edges, rows sorted.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "wayfront/run.hpp"

namespace wayfront::separators {

struct UndirectedGraph {
  std::vector<std::uint32_t> offsets = {0};
  std::vector<std::uint32_t> neighbours;

  std::uint32_t vertices() const { return static_cast<std::uint32_t>(offsets.size() - 1); }
  std::uint64_t edges() const { return neighbours.size() / 2; }
  std::uint32_t degree(std::uint32_t u) const { return offsets[u + 1] - offsets[u]; }
  std::span<const std::uint32_t> row(std::uint32_t u) const { return {neighbours.data() + offsets[u], degree(u)}; }
  /// The place of v in `neighbours`, in the row of u, which must have it.
  std::uint32_t find(std::uint32_t u, std::uint32_t v) const {
    const auto all = row(u);
    return offsets[u] + static_cast<std::uint32_t>(std::ranges::lower_bound(all, v) - all.begin());
  }
};

/// for_each_edge(add) calls add(u, v) for each edge, in one direction or in both, twice the same; it is called twice.
/// There must be fewer than 2^31 calls. Throws Cancelled.
template <class ForEachEdge>
UndirectedGraph undirected_graph(std::uint32_t vertices, const RunContext& context, ForEachEdge&& for_each_edge) {
  std::vector<std::uint32_t> ends(std::size_t{vertices} + 1);
  for_each_edge([&](std::uint32_t u, std::uint32_t v) {
    if (u == v) return;
    ++ends[u];
    ++ends[v];
  });
  std::uint32_t sum = 0;
  for (std::uint32_t& end : ends) {
    sum += end;
    end = sum - end;  // first the start of the row
  }
  std::vector<std::uint32_t> ragged(sum);
  for_each_edge([&](std::uint32_t u, std::uint32_t v) {
    if (u == v) return;
    ragged[ends[u]++] = v;
    ragged[ends[v]++] = u;
  });
  UndirectedGraph graph;
  graph.offsets.reserve(std::size_t{vertices} + 1);
  std::uint32_t begin = 0;
  std::uint32_t kept = 0;
  for (std::uint32_t u = 0; u < vertices; ++u) {
    if (u % 65536 == 0) context.throw_if_cancelled();
    const auto first = ragged.begin() + begin;
    std::sort(first, ragged.begin() + ends[u]);
    const auto last = std::unique(first, ragged.begin() + ends[u]);
    kept = static_cast<std::uint32_t>(std::copy(first, last, ragged.begin() + kept) - ragged.begin());
    graph.offsets.push_back(kept);
    begin = ends[u];
  }
  ragged.resize(kept);
  graph.neighbours = std::move(ragged);
  return graph;
}

}  // namespace wayfront::separators
