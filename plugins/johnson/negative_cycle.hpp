// What a negative cycle somewhere in the graph means for the sources that reach it.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "wayfront/graph.hpp"
#include "wayfront/lightest_arc.hpp"

namespace wayfront::johnson {

/// Whether the arcs of the cycle, the lightest of parallel ones, are there and sum up to less than 0, beyond what the
/// rounding of their sum could hide.
template <WeightType W, OffsetType O>
bool certainly_negative(const CsrView<W, O>& graph, std::span<const Vertex> cycle) {
  double sum = 0;
  double magnitude = 0;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const Vertex u = cycle[i];
    const Vertex v = cycle[i + 1 < cycle.size() ? i + 1 : 0];
    if (u >= graph.vertices || v >= graph.vertices) return false;
    const std::optional<O> arc = lightest_arc(graph, u, v);
    if (!arc) return false;
    const auto weight = static_cast<double>(graph.weights[*arc]);
    sum += weight;
    magnitude += std::abs(weight);
  }
  return sum < -magnitude * static_cast<double>(cycle.size()) * std::numeric_limits<double>::epsilon();
}

/// By vertex, whether a path leads from it to `goal`.
template <WeightType W, OffsetType O>
std::vector<bool> reaching(const CscView<W, O>& graph, Vertex goal) {
  std::vector<bool> reaches(graph.vertices);
  std::vector<Vertex> stack = {goal};
  reaches[goal] = true;
  while (!stack.empty()) {
    const Vertex v = stack.back();
    stack.pop_back();
    for (O arc = graph.begin(v); arc < graph.end(v); ++arc) {
      const Vertex u = graph.sources[arc];
      if (reaches[u]) continue;
      reaches[u] = true;
      stack.push_back(u);
    }
  }
  return reaches;
}

}  // namespace wayfront::johnson
