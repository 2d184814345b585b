// Graphs of the tests as arrays, and their distances by the plainest of algorithms.
#pragma once

#include "../test.hpp"
#include "wayfront/wayfront.hpp"

namespace wayfront {

/// The rows of a graph, with indices of type I and weights of type W.
template <class W, class I = std::int32_t>
struct Arrays {
  std::vector<I> offsets{0};
  std::vector<I> targets{};
  std::vector<W> weights{};

  CsrArrays view() const { return {.offsets = offsets, .targets = targets, .weights = weights}; }
};

/// Weights min .. max, four arcs out of each vertex but the last tenth, which nothing reaches.
template <class W, class I = std::int32_t>
Arrays<W, I> random_arrays(unsigned vertices, unsigned seed, int min = 1, int max = 100) {
  std::mt19937 random(seed);
  Arrays<W, I> arrays;
  for (unsigned u = 0; u < vertices; ++u) {
    for (int k = 0; k < 4; ++k) {
      arrays.targets.push_back(static_cast<I>(random() % (vertices - vertices / 10)));
      arrays.weights.push_back(static_cast<W>(static_cast<int>(random() % static_cast<unsigned>(max - min + 1)) + min));
    }
    arrays.offsets.push_back(static_cast<I>(arrays.targets.size()));
  }
  return arrays;
}

/// Rounds over all arcs until nothing changes, at most one for each vertex. For graphs without negative cycles.
template <class W, class I>
std::vector<W> reference_distances(const Arrays<W, I>& arrays, Vertex source) {
  const std::size_t vertices = arrays.offsets.size() - 1;
  std::vector<W> distances(vertices, unreached<W>);
  distances[source] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t u = 0; u < vertices; ++u) {
      if (distances[u] == unreached<W>) continue;
      for (auto e = static_cast<std::size_t>(arrays.offsets[u]); e < static_cast<std::size_t>(arrays.offsets[u + 1]);
           ++e) {
        W& other = distances[static_cast<std::size_t>(arrays.targets[e])];
        if (!(distances[u] + arrays.weights[e] < other)) continue;
        other = distances[u] + arrays.weights[e];
        changed = true;
      }
    }
  }
  return distances;
}

/// What the error says that `call` must end with.
template <class E, class F>
std::string said(F&& call) {
  try {
    call();
  } catch (const E& error) {
    return error.what();
  }
  FAIL("nothing was thrown");
  return {};
}

}  // namespace wayfront
