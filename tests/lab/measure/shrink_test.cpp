#include "measure/shrink/shrink.hpp"

#include "../../test.hpp"

namespace wayfront::host {
namespace shrink_test {

template <WeightType W>
bool has_path(const FailingGraph<W>& graph, std::vector<Vertex> path, std::size_t arcs, W above) {
  if (path.size() == arcs + 1) return true;
  return std::ranges::any_of(graph.arcs, [&](const Arc<W>& arc) {
    if (arc.source != path.back() || !(arc.weight > above) || std::ranges::count(path, arc.target) != 0) return false;
    std::vector<Vertex> longer = path;
    longer.push_back(arc.target);
    return has_path(graph, std::move(longer), arcs, above);
  });
}

/// A path of three arcs from the source with weights above 5.
constexpr auto has_heavy_path = []<WeightType W>(const FailingGraph<W>& graph) {
  return has_path<W>(graph, {graph.sources.front()}, 3, W{5});
};

template <WeightType W>
FailingGraph<W> random_graph(Vertex vertices, std::size_t arcs) {
  std::mt19937_64 random(7);
  FailingGraph<W> graph{vertices, {}, {vertices / 2}};
  for (std::size_t i = 0; i < arcs; ++i)
    graph.arcs.push_back({static_cast<Vertex>(random() % vertices), static_cast<Vertex>(random() % vertices),
                          static_cast<W>(random() % 100)});
  return graph;
}

/// What makes a graph, for comparisons.
template <WeightType W>
auto content(const FailingGraph<W>& graph) {
  std::vector<std::tuple<Vertex, Vertex, W>> arcs;
  for (const Arc<W>& arc : graph.arcs) arcs.emplace_back(arc.source, arc.target, arc.weight);
  return std::tuple(graph.vertices, arcs, graph.sources, graph.targets);
}

TEST_CASE_TEMPLATE("a path of three heavy arcs is all that is left of a graph", W, std::int32_t, std::int64_t, float,
                   double) {
  FailingGraph<W> graph = random_graph<W>(60, 400);
  REQUIRE(has_heavy_path(graph));
  const ShrinkEffort effort = shrink<W>(graph, has_heavy_path);
  CHECK_FALSE(effort.cut_short);
  CHECK(has_heavy_path(graph));
  CHECK(graph.vertices == 4);
  CHECK(graph.arcs.size() == 3);
  for (const Arc<W>& arc : graph.arcs) {
    CHECK(arc.weight > 5);
    CHECK(arc.weight <= 11);  // half of it is not enough
  }
}

TEST_CASE("the same graph gives the same result, and no graph is tried twice") {
  FailingGraph<std::int32_t> first = random_graph<std::int32_t>(40, 300), second = first;
  std::set<decltype(content(first))> tried;
  const ShrinkEffort effort = shrink<std::int32_t>(first, [&](const FailingGraph<std::int32_t>& graph) {
    CHECK(tried.insert(content(graph)).second);
    return has_heavy_path(graph);
  });
  CHECK(effort.trials == tried.size());
  CHECK(shrink<std::int32_t>(second, has_heavy_path).trials == effort.trials);
  CHECK(content(first) == content(second));
}

TEST_CASE("the bounds end it, and what is left fails") {
  const FailingGraph<std::int32_t> whole = random_graph<std::int32_t>(60, 400);
  FailingGraph<std::int32_t> graph = whole;
  ShrinkEffort effort = shrink<std::int32_t>(graph, has_heavy_path, {.trials = 9});
  CHECK(effort.cut_short);
  CHECK(effort.trials == 9);
  CHECK(has_heavy_path(graph));
  CHECK(graph.arcs.size() < whole.arcs.size());
  graph = whole;
  effort = shrink<std::int32_t>(graph, has_heavy_path, {.deadline = {}});
  CHECK(effort.cut_short);
  CHECK(effort.trials == 0);
  CHECK(content(graph) == content(whole));
}

TEST_CASE("vertices on the way go where their arcs together do the same, many at a time") {
  constexpr Vertex length = 300;
  FailingGraph<std::int32_t> graph{length + 1, {}, {0}};
  for (Vertex v = 0; v < length; ++v) {
    graph.arcs.push_back({v, v + 1, 5});
    graph.arcs.push_back({v + 1, v, 5});
  }
  const ShrinkEffort effort = shrink<std::int32_t>(graph, [](const FailingGraph<std::int32_t>& it) {
    constexpr std::int32_t far = 1'000'000;
    std::vector<std::int32_t> distances(it.vertices, far);
    distances[it.sources.front()] = 0;
    for (Vertex round = 0; round < it.vertices; ++round)
      for (const auto& arc : it.arcs)
        distances[arc.target] = std::min(distances[arc.target], distances[arc.source] + arc.weight);
    return std::ranges::any_of(distances, [](std::int32_t d) { return d > 1200 && d < far; });
  });
  CHECK(graph.vertices == 2);
  REQUIRE(graph.arcs.size() == 1);
  CHECK(graph.arcs[0].source == graph.sources[0]);
  CHECK(graph.arcs[0].weight > 1200);
  CHECK(effort.trials < 100);
}

TEST_CASE("a sum that does not fit makes no arc") {
  constexpr std::int32_t large = 2'000'000'000;
  FailingGraph<std::int32_t> graph{3, {{0, 1, large}, {1, 2, large}}, {0}};
  shrink<std::int32_t>(graph, [](const FailingGraph<std::int32_t>& it) {
    std::int64_t sum = 0;  // half of one is not enough
    for (const auto& arc : it.arcs) sum += arc.weight;
    return sum > 3'900'000'000;
  });
  CHECK(graph.vertices == 3);
  CHECK(graph.arcs.size() == 2);
}

TEST_CASE("negative arcs come closer to zero and do not change their sign") {
  FailingGraph<std::int32_t> graph{4, {{0, 1, 40}, {1, 2, -90}, {2, 1, 30}, {2, 3, 8}}, {0}};
  shrink<std::int32_t>(graph, [](const FailingGraph<std::int32_t>& it) {
    return std::ranges::any_of(it.arcs, [](const auto& arc) { return arc.weight < 0; });
  });
  REQUIRE(graph.arcs.size() == 1);
  CHECK(graph.arcs[0].weight == -1);
}

TEST_CASE("sources and targets are dropped while one is left, and stay vertices") {
  FailingGraph<std::int32_t> graph = random_graph<std::int32_t>(30, 100);
  graph.sources = {3, 9, 27, 12, 1};
  graph.targets = {4, 9, 8};
  shrink<std::int32_t>(graph, [](const FailingGraph<std::int32_t>& it) { return it.sources.size() >= 2; });
  CHECK(graph.vertices == 3);
  CHECK(graph.arcs.empty());
  CHECK(graph.sources.size() == 2);
  CHECK(graph.targets.size() == 1);
}

}  // namespace shrink_test
}  // namespace wayfront::host
