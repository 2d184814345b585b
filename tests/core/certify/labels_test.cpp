#include "certify/labels.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace wayfront::host {
namespace {

std::vector<Vertex> labels_of(const std::vector<Vertex>& tree, Vertex root) {
  std::vector<Vertex> labels(tree.size(), 77);
  label_nearest(tree, root, labels);
  return labels;
}

constexpr Vertex none = no_vertex;

TEST_CASE("each vertex has the label of the source that its path begins with") {
  // 6 is the virtual vertex, 1 and 4 are sources, 5 is not reached
  CHECK(labels_of({2, 6, 1, 4, 6, none, none}, 6) == std::vector<Vertex>{1, 1, 1, 4, 4, none, none});
  CHECK(labels_of({none}, 0) == std::vector<Vertex>{none});
  CHECK(labels_of({none, none}, 1) == std::vector<Vertex>{none, none});
  CHECK(labels_of({1, none}, 1) == std::vector<Vertex>{0, none});
}

TEST_CASE("a long path takes one pass, from whichever end") {
  constexpr Vertex length = 1'000'000;
  std::vector<Vertex> down(length + 1, none);
  std::vector<Vertex> up(length + 1, none);
  for (Vertex v = 0; v < length; ++v) {
    down[v] = v + 1;                  // the root is the last one
    up[v] = v == 0 ? length : v - 1;  // the root is before the first
  }
  std::vector<Vertex> expected(length + 1, length - 1);
  expected[length] = none;
  CHECK(labels_of(down, length) == expected);
  std::fill(expected.begin(), expected.end() - 1, 0);
  CHECK(labels_of(up, length) == expected);
}

TEST_CASE("random trees agree with walking up from each vertex") {
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    const Vertex n = 1 + static_cast<Vertex>(random() % 30);
    const auto root = static_cast<Vertex>(random() % n);
    std::vector<Vertex> order(n);
    for (Vertex v = 0; v < n; ++v) order[v] = v;
    std::shuffle(order.begin(), order.end(), random);
    std::swap(*std::find(order.begin(), order.end(), root), order.front());
    std::vector<Vertex> tree(n, none);
    for (Vertex i = 1; i < n; ++i) {
      const Vertex parent = order[random() % i];
      if (random() % 5 != 0 && (parent == root || tree[parent] != none)) tree[order[i]] = parent;
    }
    const std::vector<Vertex> labels = labels_of(tree, root);
    for (Vertex v = 0; v < n; ++v) {
      Vertex first = tree[v] == none ? none : v;
      while (first != none && tree[first] != root) first = tree[first];
      CHECK(labels[v] == first);
    }
  }
}

}  // namespace
}  // namespace wayfront::host
