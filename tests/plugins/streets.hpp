// Small road networks, and shapes that are hard to cut, for the tests of plugins that sweep.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

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

/// Calls check(graph) for a star, a path, a ladder, a wheel, a clique, a grid with long extra edges, grids, and no edges.
template <class F>
void for_each_hard_shape(F&& check) {
  const auto shape = [](Vertex vertices, std::vector<Vertex> sources) {
    return TestGraph<std::int32_t>{vertices, {}, std::move(sources)};
  };
  auto star = shape(1'000'001, {5, 1'000'000, 5});
  for (Vertex leaf = 0; leaf < 1'000'000; ++leaf) star.add_both(leaf, 1'000'000, 1 + static_cast<int>(leaf % 7));
  check(star);
  auto path = shape(100'000, {0, 777, 99'999});
  for (Vertex v = 0; v + 1 < path.vertices; ++v) path.add_both(v, v + 1, 1 + static_cast<int>(v % 9));
  check(path);
  auto ladder = shape(200'000, {77, 100'000});
  for (Vertex v = 0; v + 2 < ladder.vertices; ++v) {
    ladder.add_both(v, v + 2, 3);
    if (v % 2 == 0) ladder.add_both(v, v + 1, 2);
  }
  check(ladder);
  auto wheel = shape(20'001, {20'000, 3});
  for (Vertex v = 0; v < 20'000; ++v) {
    wheel.add_both(v, (v + 1) % 20'000, 1);
    wheel.add_both(v, 20'000, 50);
  }
  check(wheel);
  auto clique = shape(300, {3, 299});
  for (Vertex u = 0; u < 300; ++u)
    for (Vertex v = 0; v < u; ++v) clique.add_both(u, v, static_cast<int>(u * 7 + v * 5) % 100);
  check(clique);
  auto shortcuts = grid<std::int32_t>(100, 100, 1);
  Random random(2);
  for (int i = 0; i < 260; ++i) shortcuts.add_both(random.below(10'000), random.below(10'000), 5);
  shortcuts.sources = {12, 9'999};
  check(shortcuts);
  auto mesh = grid<std::int32_t>(200, 200, 9);
  mesh.sources = {0, 19'900, 39'999, 1};
  check(mesh);
  check(shape(1000, {999}));
  check(shape(1, {0}));
}

}  // namespace wayfront::host::conformance
