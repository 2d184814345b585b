// Which vertices a map draws: all, what is reached, or one for each square of a grid.
#include "maps/map_selection.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "maps/map_data.hpp"
#include "maps/map_order.hpp"
#include "placed_graph.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

constexpr Vertex side = 60;

/// A square of streets, with the weight of each, solved from its first corner by rounds over all arcs.
template <class W>
struct Town {
  LoadedGraph graph;
  std::vector<W> distances;
  std::vector<Vertex> predecessors;

  template <class WeightOf>
  explicit Town(WeightOf&& weight_of) {
    std::vector<Arc<W>> arcs;
    std::vector<Point> points;
    const auto join = [&](Vertex a, Vertex b) {
      arcs.push_back({a, b, weight_of(a, b)});
      arcs.push_back({b, a, weight_of(b, a)});
    };
    for (Vertex v = 0; v < side * side; ++v) {
      points.push_back({static_cast<double>(v % side), static_cast<double>(v / side)});
      if (v % side + 1 < side) join(v, v + 1);
      if (v / side + 1 < side) join(v, v + side);
    }
    graph = placed<W>(arcs, std::move(points), false);
    distances.assign(side * side, unreached<W>);
    predecessors.assign(side * side, no_vertex);
    distances[0] = 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (const Arc<W>& it : arcs) {
        if (distances[it.source] == unreached<W>) continue;
        const W end = static_cast<W>(distances[it.source] + it.weight);
        if (!(end < distances[it.target])) continue;
        distances[it.target] = end;
        predecessors[it.target] = it.source;
        changed = true;
      }
    }
  }
};

/// Checks all that a simplified selection promises; returns how many vertices are drawn.
template <class W>
std::size_t check_simplified(Town<W>& town, std::uint64_t most, Vertex target) {
  const Output row = output_of(town.distances);
  const MapAnswer answer{.graph = town.graph,
                         .source = 0,
                         .target = target,
                         .plugin = "x",
                         .row = row,
                         .predecessors = town.predecessors,
                         .max_vertices = most};
  const MapSelection it = select_vertices(answer);
  CHECK(it.kind == MapSelection::Kind::simplified);
  CHECK(it.drawn.size() <= most + 1);
  REQUIRE(it.number.size() == side * side);
  for (Vertex i = 0; i < it.drawn.size(); ++i) CHECK(it.number[it.drawn[i]] == i);
  CHECK(it.drawn[it.number[target]] == target);
  CHECK(it.drawn[it.number[0]] == 0);
  // The page's tree ends at the source from everywhere.
  const nlohmann::json data = map_data(answer, it);
  CHECK(data["selection"] == "simplified");
  std::vector<Vertex> before(it.drawn.size());
  for (Vertex i = 0; i < it.drawn.size(); ++i) {
    Vertex v = it.drawn[i];
    do v = v == 0 ? no_vertex : town.predecessors[v];
    while (v != no_vertex && it.number[v] == i);
    before[i] = v == no_vertex ? no_vertex : it.number[v];
  }
  for (Vertex i = 0; i < it.drawn.size(); ++i) {
    std::size_t steps = 0;
    Vertex at = i;
    for (; before[at] != no_vertex && steps <= it.drawn.size(); at = before[at]) ++steps;
    CHECK(it.drawn[at] == 0);
  }
  return it.drawn.size();
}

TEST_CASE("of a graph with more vertices than a page has room for, each square of a grid has its nearest one") {
  Town<std::int32_t> town([](Vertex a, Vertex b) { return static_cast<std::int32_t>((a * 7 + b * 13) % 50 + 1); });
  const std::size_t drawn = check_simplified(town, 400, side * side - 1);
  CHECK(drawn > 150);
  const Output row = output_of(town.distances);
  const MapSelection it = select_vertices({.graph = town.graph,
                                           .source = 0,
                                           .plugin = "x",
                                           .row = row,
                                           .predecessors = town.predecessors,
                                           .max_vertices = 400});
  for (Vertex v = 0; v < side * side; ++v) CHECK(town.distances[it.drawn[it.number[v]]] <= town.distances[v]);
}

TEST_CASE("the tree stays a tree where all distances are equal, and where arcs are negative") {
  Town<std::int32_t> zero([](Vertex, Vertex) { return 0; });
  check_simplified(zero, 300, 1234);
  Town<float> negative([](Vertex a, Vertex b) { return a < b ? -1.0F : 3.0F; });
  check_simplified(negative, 300, 77);
}

TEST_CASE("as many vertices as there is room for are all drawn, else those that are reached") {
  const LoadedGraph loaded = placed<float>({{0, 1, 2}}, {{0, 0}, {1, 0}, {2, 0}, {NAN, NAN}}, false);
  std::vector<float> distances = {0, 2, unreached<float>, unreached<float>};
  const std::vector<Vertex> tree = {no_vertex, 0, no_vertex, no_vertex};
  const Output row = output_of(distances);
  const auto select = [&](std::uint64_t most) {
    return select_vertices(
        {.graph = loaded, .source = 0, .plugin = "x", .row = row, .predecessors = tree, .max_vertices = most});
  };
  CHECK(select(3).kind == MapSelection::Kind::all);
  CHECK(select(3).drawn == std::vector<Vertex>{0, 1, 2});
  CHECK(select(3).unknown == 1);
  CHECK(select(2).kind == MapSelection::Kind::reached);
  CHECK(select(2).drawn == std::vector<Vertex>{0, 1});
  CHECK(select(1).kind == MapSelection::Kind::simplified);
}

TEST_CASE("vertices at one place, on a line and far apart") {
  for (const auto& place :
       std::vector<Point (*)(Vertex)>{[](Vertex) {
                                        return Point{3, 4};
                                      },
                                      [](Vertex v) {
                                        return Point{static_cast<double>(v), 7};
                                      },
                                      [](Vertex v) {
                                        return v == 0 ? Point{-1e308, -1e308} : Point{1e308 / v, 1e308};
                                      }}) {
    std::vector<Point> points;
    std::vector<Arc<std::int32_t>> arcs;
    std::vector<std::int32_t> distances;
    std::vector<Vertex> tree;
    for (Vertex v = 0; v < 500; ++v) {
      points.push_back(place(v));
      if (v > 0) arcs.push_back({v - 1, v, 1});
      distances.push_back(static_cast<std::int32_t>(v));
      tree.push_back(v == 0 ? no_vertex : v - 1);
    }
    const LoadedGraph loaded = placed<std::int32_t>(arcs, points, false);
    const Output row = output_of(distances);
    const MapSelection it = select_vertices(
        {.graph = loaded, .source = 0, .plugin = "x", .row = row, .predecessors = tree, .max_vertices = 50});
    CHECK(it.drawn.size() >= 1);
    CHECK(it.drawn.size() <= 50);
    CHECK(map_data({.graph = loaded,
                    .source = 0,
                    .plugin = "x",
                    .row = row,
                    .predecessors = tree,
                    .max_vertices = 50})["drawn"] == it.drawn.size());
  }
}

TEST_CASE("an order that says nothing is named") {
  std::vector<std::int32_t> distances = {0, 1, 2, unreached<std::int32_t>};
  const Output row = output_of(distances);
  AnswerOrder order{.steps = {{0.1, 1, 5}, {0.2, 1, 5}}, .last = {0, 0, 0, 1}};
  CHECK(no_order(order, row, 0) == "shows all distances at once: in one round, or because it writes them at the end");
  order.last[2] = 1;
  CHECK(no_order(order, row, 0).empty());
  order.steps.pop_back();
  CHECK(no_order(order, row, 0) == "traces no rounds");
}

}  // namespace
}  // namespace wayfront::host
