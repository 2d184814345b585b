#include "conformance/graphs.hpp"

#include <algorithm>
#include <type_traits>

namespace wayfront::host::conformance {
namespace {

/// Arcs for `n` vertices: up to 1, 2, 4, 8 or 16 per vertex, sometimes n but at most 60, sometimes almost none.
std::uint32_t arc_count(Random& random, Vertex n) {
  constexpr std::uint32_t per_vertex[] = {1, 2, 4, 8, 16};
  if (random.chance(10)) return random.below(3);
  if (random.chance(8)) return n * std::min(n, 60U);
  return random.below(n * per_vertex[random.below(5)] + 1);
}

template <class W>
void add_duplicates(TestGraph<W>& graph, Random& random, std::uint32_t range) {
  for (std::size_t i = 0, count = graph.arcs.size(); i < count; ++i) {
    if (!random.chance(5)) continue;
    Arc<W> arc = graph.arcs[i];
    if (random.chance(2)) arc.weight = static_cast<W>(random.below(range));
    graph.arcs.push_back(arc);
  }
}

template <class W>
void choose_sources(TestGraph<W>& graph, Random& random) {
  graph.sources = {random.below(graph.vertices)};
  if (!graph.arcs.empty())  // one that leads somewhere
    graph.sources.push_back(graph.arcs[random.below(static_cast<std::uint32_t>(graph.arcs.size()))].source);
}

}  // namespace

template <WeightType W>
TestGraph<W> random_graph(std::uint64_t seed) {
  Random random(seed);
  TestGraph<W> graph;
  graph.vertices = 1 + random.below(random.chance(3) ? 8 : 200);
  constexpr std::uint32_t ranges[] = {1, 2, 3, 11, 101, 10'001, 10'000'001};
  const std::uint32_t range = ranges[random.below(7)];
  const bool fractions = std::is_floating_point_v<W> && random.chance(2);
  const bool undirected = random.chance(3);
  for (std::uint32_t i = arc_count(random, graph.vertices); i > 0; --i) {
    W weight = static_cast<W>(random.below(range));
    if (random.chance(7)) weight = 0;
    if (fractions) weight = static_cast<W>(static_cast<double>(weight) / 7.0);
    const Vertex u = random.below(graph.vertices);
    const Vertex v = random.below(graph.vertices);
    if (undirected) {
      graph.add_both(u, v, weight);
    } else {
      graph.add(u, v, weight);
    }
  }
  if (random.chance(3)) add_duplicates(graph, random, range);
  choose_sources(graph, random);
  return graph;
}

template <WeightType W>
TestGraph<W> random_negative_graph(std::uint64_t seed, bool cycles) {
  Random random(seed);
  TestGraph<W> graph;
  graph.vertices = 1 + random.below(random.chance(2) ? 10 : 120);
  std::vector<std::int32_t> potential(graph.vertices);
  for (auto& p : potential) p = static_cast<std::int32_t>(random.below(400));
  const std::uint32_t range = random.chance(2) ? 3 : 100;
  for (std::uint32_t i = random.below(graph.vertices * 5 + 1); i > 0; --i) {
    const Vertex u = random.below(graph.vertices);
    const Vertex v = random.below(graph.vertices);
    std::int32_t weight = static_cast<std::int32_t>(random.below(range)) + potential[v] - potential[u];
    if (cycles && random.chance(40)) weight -= 1 + static_cast<std::int32_t>(random.below(range));
    graph.add(u, v, std::is_floating_point_v<W> ? static_cast<W>(weight) / W{4} : static_cast<W>(weight));
  }
  choose_sources(graph, random);
  return graph;
}

template <WeightType W>
TestGraph<W> grid(Vertex rows, Vertex columns, std::uint64_t seed) {
  Random random(seed);
  TestGraph<W> graph;
  graph.vertices = rows * columns;
  for (Vertex row = 0; row < rows; ++row) {
    for (Vertex column = 0; column < columns; ++column) {
      const Vertex v = row * columns + column;
      if (column + 1 < columns) graph.add_both(v, v + 1, static_cast<W>(1 + random.below(100)));
      if (row + 1 < rows) graph.add_both(v, v + columns, static_cast<W>(1 + random.below(100)));
    }
  }
  graph.sources = {0, graph.vertices / 2};
  return graph;
}

template TestGraph<std::int32_t> random_graph(std::uint64_t);
template TestGraph<std::int64_t> random_graph(std::uint64_t);
template TestGraph<double> random_graph(std::uint64_t);
template TestGraph<float> random_graph(std::uint64_t);
template TestGraph<std::int32_t> random_negative_graph(std::uint64_t, bool);
template TestGraph<std::int64_t> random_negative_graph(std::uint64_t, bool);
template TestGraph<double> random_negative_graph(std::uint64_t, bool);
template TestGraph<float> random_negative_graph(std::uint64_t, bool);
template TestGraph<std::int32_t> grid(Vertex, Vertex, std::uint64_t);
template TestGraph<std::int64_t> grid(Vertex, Vertex, std::uint64_t);
template TestGraph<double> grid(Vertex, Vertex, std::uint64_t);
template TestGraph<float> grid(Vertex, Vertex, std::uint64_t);

}  // namespace wayfront::host::conformance
