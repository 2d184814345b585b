#include "load/asked_graph.hpp"

#include "little_graph.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

using Arcs = std::vector<std::tuple<Vertex, Vertex, double>>;

/// Sorted.
Arcs arcs_of(const Graph& graph) {
  Arcs arcs;
  visit(graph.csr(), [&](const auto& csr) {
    for (Vertex u = 0; u < csr.vertices; ++u)
      for (auto e = csr.begin(u); e < csr.end(u); ++e)
        arcs.emplace_back(u, csr.targets[e], static_cast<double>(csr.weights[e]));
  });
  std::ranges::sort(arcs);
  return arcs;
}

/// By plain relaxation until nothing changes.
std::vector<double> distances(const Arcs& arcs, Vertex vertices, Vertex source) {
  constexpr double none = std::numeric_limits<double>::infinity();
  std::vector<double> distance(vertices, none);
  distance[source] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [u, v, w] : arcs) {
      if (!(distance[u] + w < distance[v])) continue;
      distance[v] = distance[u] + w;
      changed = true;
    }
  }
  return distance;
}

template <WeightType W>
LoadedGraph random_graph(std::mt19937_64& random, Vertex vertices) {
  std::vector<Arc<W>> arcs;
  for (std::size_t i = random() % (3 * vertices); i > 0; --i)
    arcs.push_back({static_cast<Vertex>(random() % vertices), static_cast<Vertex>(random() % vertices),
                    static_cast<W>(random() % 9)});
  return graph_of<W>(vertices, arcs);
}

TEST_CASE_TEMPLATE("from the virtual source each vertex is as far as from the nearest of the sources", W, std::int32_t,
                   float) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 100; ++round) {
    const auto vertices = static_cast<Vertex>(1 + random() % 12);
    const LoadedGraph loaded = random_graph<W>(random, vertices);
    std::vector<Vertex> sources;
    for (Vertex v = 0; v < vertices; ++v)
      if (sources.empty() || random() % 3 == 0) sources.push_back(v);
    const LoadedGraph asked = graph_with_virtual_source(loaded, sources, context());
    const Arcs before = arcs_of(*loaded.graph), after = arcs_of(*asked.graph);
    REQUIRE(asked.graph->info().vertices == vertices + 1);
    CHECK(after.size() == before.size() + sources.size());
    const std::vector<double> found = distances(after, vertices + 1, vertices);
    for (Vertex v = 0; v < vertices; ++v) {
      double nearest = std::numeric_limits<double>::infinity();
      for (const Vertex source : sources) nearest = std::min(nearest, distances(before, vertices, source)[v]);
      CHECK(found[v] == nearest);
    }
  }
}

TEST_CASE("the other vertices keep their ids, and the virtual one has a phrase that no id finds") {
  const LoadedGraph asked = graph_with_virtual_source(little(), std::vector<Vertex>{0, 3}, context());
  CHECK(asked.graph->info().vertices == 6);
  CHECK(asked.ids.text(4) == "5");
  CHECK(asked.ids.text(5) == "the nearest of 2 sources");
  CHECK_FALSE(asked.ids.find(6, 5).has_value());
  CHECK(asked.directed);
  CHECK(contains(asked.steps.back(), "virtual source"));
  CHECK(asked.cache_key.empty());
  CHECK(asked.digest != little().digest);
}

TEST_CASE("the reversed graph has every arc turned around, and twice reversed it is the same") {
  const LoadedGraph loaded = little();
  const LoadedGraph reversed = reversed_graph(loaded, context());
  Arcs expected;
  for (const auto& [u, v, w] : arcs_of(*loaded.graph)) expected.emplace_back(v, u, w);
  std::ranges::sort(expected);
  // An undirected graph has each arc in both directions already, as its steps say.
  LoadedGraph directed = loaded;
  directed.directed = true;
  CHECK(arcs_of(*reversed_graph(directed, context()).graph) == expected);
  CHECK(arcs_of(*reversed_graph(reversed_graph(directed, context()), context()).graph) == arcs_of(*loaded.graph));
  CHECK(reversed.ids.text(0) == "1");
  CHECK(reversed.steps.size() == loaded.steps.size() + 1);
}

TEST_CASE("distances on the reversed graph are those to the source") {
  std::mt19937_64 random(4);
  for (int round = 0; round < 50; ++round) {
    const auto vertices = static_cast<Vertex>(1 + random() % 10);
    LoadedGraph loaded = random_graph<std::int32_t>(random, vertices);
    loaded.directed = true;
    const Arcs before = arcs_of(*loaded.graph);
    const Arcs after = arcs_of(*reversed_graph(loaded, context()).graph);
    const std::vector<double> to = distances(after, vertices, 0);
    for (Vertex v = 0; v < vertices; ++v) CHECK(to[v] == distances(before, vertices, v)[0]);
  }
}

}  // namespace
}  // namespace wayfront::host
