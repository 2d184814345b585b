#include "auto/graph_features.hpp"
#include "../../test.hpp"
#include "auto/cost_models.hpp"
#include "auto/installed_device.hpp"
#include "auto/measured_graphs.hpp"
#include "graph/stored_graph.hpp"

namespace wayfront::host {
namespace graph_features_test {

using Arcs = std::vector<Arc<std::int32_t>>;

/// A square grid, each arc in both directions.
Arcs grid(Vertex side) {
  Arcs arcs;
  for (Vertex y = 0; y < side; ++y)
    for (Vertex x = 0; x < side; ++x) {
      const Vertex v = y * side + x;
      if (x + 1 < side) arcs.insert(arcs.end(), {{v, v + 1, 3}, {v + 1, v, 3}});
      if (y + 1 < side) arcs.insert(arcs.end(), {{v, v + side, 3}, {v + side, v, 3}});
    }
  return arcs;
}

GraphFeatures features(Vertex vertices, const Arcs& arcs, Vertex source) {
  return features_of(*make_graph<std::int32_t>(vertices, arcs, OffsetKind::offsets32), {&source, 1});
}

TEST_CASE("a search that reaches nothing else") {
  const GraphFeatures it = features(3, {{0, 1, 5}, {1, 2, 1}}, 2);
  CHECK(it.sampled);
  CHECK(it.reached == 1);
  CHECK(it.arcs == 2);
  CHECK(it.max_weight == 5);
}

TEST_CASE("without a source the search starts at a vertex with arcs") {
  const auto graph = make_graph<std::int32_t>(4, Arcs{{3, 0, 1}, {3, 1, 1}}, OffsetKind::offsets32);
  CHECK(features_of(*graph, {}).reached == 3);
  CHECK(features_of(*make_graph<std::int32_t>(0, Arcs{}, OffsetKind::offsets32), {}).reached == 0);
}

TEST_CASE("of several sources the mean reach counts, and the shape of the farthest search") {
  Arcs arcs = grid(20);
  const auto graph = make_graph<std::int32_t>(402, arcs, OffsetKind::offsets32);
  const std::vector<Vertex> sources = {210, 400, 401};
  const GraphFeatures it = features_of(*graph, sources);
  CHECK(it.reached == 134);  // (400 + 1 + 1) / 3
  CHECK(it.levels > 15);
}

TEST_CASE("growth is known of graphs that the search sees whole") {
  CHECK(features(400, grid(20), 210).growth > 1.4);
  CHECK(features(400, grid(20), 210).growth < 2.6);
  Arcs path;
  for (Vertex v = 0; v < 500; ++v) path.push_back({v, v + 1, 1});
  CHECK(features(501, path, 0).growth == doctest::Approx(1).epsilon(0.05));
  CHECK(features(501, path, 0).leaves == 1);
  CHECK(features(501, path, 0).distance == doctest::Approx(1));
}

TEST_CASE("how far weights are from their mean") {
  CHECK(features(400, grid(20), 210).spread == 0);
  CHECK(features(3, {{0, 1, 1}, {0, 2, 1}, {1, 2, 1}, {2, 0, 1}, {2, 1, 9996}}, 0).spread > 3);
}

TEST_CASE("a search that ends early says how far it went") {
  Arcs arcs = grid(60);
  arcs.insert(arcs.end(), {{3600, 3601, 1}, {3601, 3602, 1}});
  const GraphFeatures it = features(3603, arcs, 3600);
  CHECK(it.sampled);
  CHECK(it.reached == 3);
  CHECK(it.reached_arcs == 2);
  CHECK(it.levels == 3);
}

TEST_CASE("a grid is as deep as it is wide, and grows by its square") {
  constexpr Vertex side = 300;
  const GraphFeatures it = features(side * side, grid(side), side * side / 2 + side / 2);
  CHECK(it.growth > 1.5);
  CHECK(it.growth < 2.5);
  CHECK(it.levels > 150);
  CHECK(it.levels < 600);
  CHECK(it.scatter == 0);
}

TEST_CASE("a random graph is a few levels deep, and its arcs lead far away") {
  Arcs arcs;
  std::uint64_t state = 1;
  constexpr Vertex vertices = 100000;
  for (Vertex u = 0; u < vertices; ++u)
    for (int i = 0; i < 8; ++i) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      arcs.push_back({u, static_cast<Vertex>((state >> 33) % vertices), 7});
    }
  const GraphFeatures it = features(vertices, arcs, 5);
  CHECK(it.levels < 12);
  CHECK(it.scatter > 0.8);
}

TEST_CASE("one vertex with all arcs") {
  Arcs arcs;
  for (Vertex v = 1; v < 20000; ++v) arcs.push_back({0, v, 1});
  CHECK(features(20000, arcs, 0).skew > 1000);
  CHECK(features(20000, arcs, 0).levels < 40);
  CHECK(features(20000, arcs, 7).reached == 1);
}

TEST_CASE("no device is found without a driver") {
  CHECK_FALSE(device_of("no-such-driver.so").has_value());
  CHECK_FALSE(device_of("libc.so.6").has_value());
}

GraphFeatures road() {
  return {.vertices = 64000,
          .arcs = 176560,
          .min_weight = 1,
          .max_weight = 6613,
          .mean_weight = 1611,
          .sampled = true,
          .reached = 64000,
          .reached_arcs = 176560,
          .levels = 200,
          .growth = 1.9,
          .distance = 4.5,
          .skew = 1.5,
          .leaves = 0.13,
          .spread = 1.5};
}

TEST_CASE(
    "a graph like measured ones gets a factor from what was measured, another one only the caution for the unknown") {
  const double near = SimilarGraphs(road()).factor("dijkstra", CostFigure::solve, 1, 0.1);
  CHECK(near > 0.3);
  CHECK(near < 3);
  GraphFeatures odd = road();
  odd.vertices = 1e300;
  CHECK(SimilarGraphs(odd).factor("dijkstra", CostFigure::solve, 1, 0.1) == doctest::Approx(std::exp(0.05)));
  CHECK(SimilarGraphs(road()).factor("no-such-plugin", CostFigure::solve, 1, 0.1) == doctest::Approx(std::exp(0.05)));
}

TEST_CASE("the measurement with the nearest number of threads counts") {
  const SimilarGraphs here(road());
  const auto factor = [&](unsigned threads) { return here.factor("delta-stepping", CostFigure::solve, threads, 0.1); };
  CHECK(factor(16) == factor(64));
  CHECK(factor(2) == factor(3));
  CHECK(factor(1) != factor(16));
}

TEST_CASE("signs are far apart, so that graphs with negative arcs are compared with such graphs only") {
  GraphFeatures negative = road();
  negative.min_weight = -5;
  const GraphPlace a = place_of(road()), b = place_of(negative);
  double squares = 0;
  for (std::size_t i = 0; i < a.size(); ++i) squares += (a[i] - b[i]) * (a[i] - b[i]);
  CHECK(std::exp(-squares / 2) < 1e-9);
}

}  // namespace graph_features_test
}  // namespace wayfront::host
