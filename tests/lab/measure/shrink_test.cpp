#include "measure/shrink/shrink.hpp"

#include <algorithm>
#include <cstdint>
#include <random>
#include <tuple>
#include <utility>

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

TEST_CASE("the same graph gives the same result") {
  FailingGraph<std::int32_t> first = random_graph<std::int32_t>(40, 300), second = first;
  const ShrinkEffort effort = shrink<std::int32_t>(first, has_heavy_path);
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
