#include "answers/nearest_sources.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace wayfront::host {
namespace {

TEST_CASE("the nearest source is the first vertex after the root") {
  // 6 is the root, 1 and 4 are sources; 5 is not reached.
  const std::vector<Vertex> tree = {1, 6, 0, 4, 6, no_vertex, no_vertex};
  CHECK(nearest_sources(tree, 6) == std::vector<Vertex>{1, 1, 1, 4, 4, no_vertex});
  CHECK(nearest_sources(std::vector<Vertex>{no_vertex}, 0).empty());
  CHECK(nearest_sources(std::vector<Vertex>{no_vertex, no_vertex}, 1) == std::vector<Vertex>{no_vertex});
  CHECK(nearest_sources(std::vector<Vertex>{1, no_vertex}, 1) == std::vector<Vertex>{0});
}

TEST_CASE("as walking up from each vertex finds it, on random forests") {
  std::mt19937_64 random(5);
  for (int round = 0; round < 200; ++round) {
    const auto root = static_cast<Vertex>(1 + random() % 40);
    std::vector<Vertex> tree(root + 1, no_vertex), place(root);
    for (Vertex i = 0; i < root; ++i) place[i] = i;
    std::shuffle(place.begin(), place.end(), random);
    for (Vertex i = 0; i < root; ++i)  // its parent comes before it
      tree[place[i]] = random() % 4 == 0 ? (random() % 2 == 0 ? root : no_vertex) : i == 0 ? root : place[random() % i];
    std::vector<Vertex> expected(root, no_vertex);
    for (Vertex v = 0; v < root; ++v) {
      Vertex u = v;
      while (tree[u] != root && tree[u] != no_vertex) u = tree[u];
      if (tree[u] == root) expected[v] = u;
    }
    CHECK(nearest_sources(tree, root) == expected);
  }
}

TEST_CASE("a long path takes one pass and no deep recursion, from whichever end") {
  constexpr Vertex root = 1'000'000;
  std::vector<Vertex> down(root + 1, no_vertex), up(root + 1, no_vertex);
  for (Vertex v = 0; v < root; ++v) {
    down[v] = v + 1;                // the root is the last one
    up[v] = v == 0 ? root : v - 1;  // the root is before the first
  }
  CHECK(nearest_sources(down, root) == std::vector<Vertex>(root, root - 1));
  CHECK(nearest_sources(up, root) == std::vector<Vertex>(root, 0));
}

}  // namespace
}  // namespace wayfront::host
