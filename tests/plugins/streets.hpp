// Small road networks for the tests of plugins that sweep.
#pragma once

#include <algorithm>
#include <cstdint>

#include "conformance/graphs.hpp"

namespace wayfront::host::conformance {

/// Streets as they come: a grid with gaps, one-way streets, chains, dead ends, islands, parallel arcs and self-loops.
/// weight(i) is that of the i-th arc.
template <WeightType W, class Weight>
TestGraph<W> streets(std::uint64_t seed, Vertex side, Weight&& weight) {
  Random random(seed);
  TestGraph<W> graph;
  graph.vertices = side * side;
  std::uint32_t arcs = 0;
  const auto next_weight = [&] { return static_cast<W>(weight(random, arcs++)); };
  const auto street = [&](Vertex u, Vertex v) {
    switch (random.below(8)) {
      case 0:
        return graph.add(u, v, next_weight());
      case 1:
        return graph.add(v, u, next_weight());
      case 2:
        graph.add(u, v, next_weight());
        [[fallthrough]];
      default:
        graph.add(u, v, next_weight());
        graph.add(v, u, next_weight());
    }
  };
  for (Vertex u = 0; u < side * side; ++u) {
    if ((u + 1) % side != 0 && !random.chance(3)) street(u, u + 1);
    if (u + side < side * side && !random.chance(3)) street(u, u + side);
    if (random.chance(20)) graph.add(u, u, next_weight());
  }
  for (std::uint32_t i = 0; i < side; ++i) {  // chains between any two vertices, loops and dead ends
    Vertex last = random.below(side * side);
    for (std::uint32_t length = random.below(5); length > 0; --length) {
      street(last, graph.vertices);
      last = graph.vertices++;
    }
    if (random.chance(2)) street(last, last - random.below(std::min(last, 3U) + 1));
  }
  for (std::uint32_t i = 0; i < 7; ++i) {  // a ring, and vertices alone
    if (i < 3) graph.add_both(graph.vertices + i, graph.vertices + (i + 1) % 3, next_weight());
  }
  graph.vertices += 7;
  return graph;
}

}  // namespace wayfront::host::conformance
