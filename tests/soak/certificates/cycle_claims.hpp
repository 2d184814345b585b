// Claims of negative cycles, true and false.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "oracle.hpp"
#include "random.hpp"

namespace wayfront::certificates {

/// The first cycle that a random walk closes; empty where it comes to an end.
template <class W>
std::vector<Vertex> walked_cycle(const RandomGraph<W>& graph, Random& random) {
  std::vector<Vertex> path = {random.below(graph.vertices)};
  for (;;) {
    std::vector<Vertex> next;
    for (const Arc<W>& arc : graph.arcs)
      if (arc.source == path.back()) next.push_back(arc.target);
    if (next.empty()) return {};
    const Vertex v = random.pick(next);
    const auto met = std::ranges::find(path, v);
    if (met != path.end()) return {met, path.end()};
    path.push_back(v);
  }
}

/// A cycle that the parents of an ordinary search close, which is a negative one as far as sums of doubles can tell.
template <class W>
std::vector<Vertex> falling_cycle(const RandomGraph<W>& graph) {
  std::vector<double> lengths(graph.vertices, 0.0);  // as if an arc of weight 0 led to each vertex
  std::vector<Vertex> parents(graph.vertices, no_vertex);
  Vertex moved = no_vertex;
  for (Vertex round = 0; round <= graph.vertices; ++round) {
    moved = no_vertex;
    for (const Arc<W>& arc : graph.arcs) {
      const double length = lengths[arc.source] + static_cast<double>(arc.weight);
      if (length >= lengths[arc.target]) continue;
      lengths[arc.target] = length;
      parents[arc.target] = arc.source;
      moved = arc.target;
    }
    if (moved == no_vertex) return {};
  }
  std::vector<Vertex> path;
  while (moved != no_vertex && std::ranges::find(path, moved) == path.end()) {
    path.push_back(moved);
    moved = parents[moved];
  }
  if (moved == no_vertex) return {};
  std::vector<Vertex> cycle(std::ranges::find(path, moved), path.end());
  std::ranges::reverse(cycle);
  return cycle;
}

template <class W>
void change(Answer<W>& answer, Vertex vertices, Random& random) {
  std::vector<Vertex>& cycle = answer.cycle;
  const auto any = [&] { return vertices == 0 ? 0 : random.below(vertices); };
  const auto odd = [&] { return random.pick({vertices, vertices + 1, no_vertex, any(), any()}); };
  if (cycle.empty())
    for (std::uint32_t length = random.below(4); length > 0; --length) cycle.push_back(any());
  if (cycle.empty()) return;
  const std::size_t at = random.below(cycle.size());
  const auto place = cycle.begin() + static_cast<std::ptrdiff_t>(at);
  answer.what +=
      take_one(random, {{", turned round", [&] { std::ranges::reverse(cycle); }},
                        {", shortened", [&] { cycle.erase(place); }},
                        {", with a vertex replaced", [&] { *place = odd(); }},
                        {", with a vertex added", [&] { cycle.insert(place, odd()); }},
                        {", gone round twice",
                         [&] {
                           const std::vector<Vertex> once = cycle;
                           cycle.insert(cycle.end(), once.begin(), once.end());
                         }},
                        {", with two vertices swapped", [&] { std::swap(*place, cycle[random.below(cycle.size())]); }},
                        {", with its first vertex again at its end", [&] { cycle.push_back(cycle.front()); }},
                        {", cut off", [&] { cycle.resize(at); }}});
}

/// A claim of a negative cycle: one that some walk of the graph makes, or one with a fault. The graph may be empty.
template <WeightType W>
Answer<W> cycle_claim(const RandomGraph<W>& graph, Random& random) {
  Answer<W> answer;
  answer.outcome = Outcome::negative_cycle;
  answer.distances.resize(graph.vertices);
  answer.what = "a cycle";
  if (graph.vertices > 0) answer.cycle = random.percent(50) ? falling_cycle(graph) : walked_cycle(graph, random);
  if (!answer.cycle.empty() && random.percent(50)) {
    answer.what += ", rotated";
    const auto first = answer.cycle.begin() + random.below(answer.cycle.size());
    std::ranges::rotate(answer.cycle, first);
  }
  if (answer.cycle.empty() || random.percent(50)) change(answer, graph.vertices, random);
  return answer;
}

}  // namespace wayfront::certificates
