#include "answers/shortest_path.hpp"
#include "../../test.hpp"
#include "graph/stored_graph.hpp"

namespace wayfront::host {
namespace shortest_path_test {

TEST_CASE("the arcs of a path come in order, each the lightest of its parallels") {
  const std::vector<Arc<std::int32_t>> arcs = {{0, 1, 9}, {0, 1, 4}, {1, 2, -3}, {2, 2, 0}, {0, 2, 7}};
  const auto graph = make_graph<std::int32_t>(4, arcs);
  const std::vector<Vertex> tree = {no_vertex, 0, 1, no_vertex};
  const std::vector<PathArc> path = path_to(*graph, tree, 0, 2);
  REQUIRE(path.size() == 2);
  CHECK(path[0].from == 0);
  CHECK(path[0].to == 1);
  CHECK(path[0].weight == 4);
  CHECK(path[0].number == 1);
  CHECK(path[1].from == 1);
  CHECK(path[1].to == 2);
  CHECK(path[1].weight == -3);
  CHECK(path[1].number == 3);
  CHECK(path_to(*graph, tree, 0, 0).empty());
}

TEST_CASE("a cycle closes; one of a single vertex is its loop") {
  const std::vector<Arc<float>> arcs = {{0, 1, 1.5F}, {1, 0, -2.0F}, {1, 1, -0.1F}};
  const auto graph = make_graph<float>(2, arcs);
  const std::vector<PathArc> cycle = cycle_arcs(*graph, std::vector<Vertex>{1, 0});
  REQUIRE(cycle.size() == 2);
  CHECK(cycle[0].weight == -2);
  CHECK(cycle[1].to == 1);
  CHECK(cycle[1].weight == 1.5);
  CHECK(cycle[1].number == 0);
  const std::vector<PathArc> loop = cycle_arcs(*graph, std::vector<Vertex>{1});
  REQUIRE(loop.size() == 1);
  CHECK(loop[0].to == 1);
  CHECK(weight_text(loop[0].weight, WeightKind::float32) == "-0.1");
}

TEST_CASE("weights of 64 bits are exact, one by one and as a sum") {
  constexpr std::int64_t big = 9223372036854775807;
  const std::vector<Arc<std::int64_t>> arcs = {{0, 1, big - 1}, {1, 2, -9007199254740993}, {2, 0, big}};
  const auto graph = make_graph<std::int64_t>(3, arcs);
  const std::vector<PathArc> cycle = cycle_arcs(*graph, std::vector<Vertex>{0, 1, 2});
  REQUIRE(cycle.size() == 3);
  const auto text = [](const ExactWeight& weight) { return weight_text(weight, WeightKind::int64); };
  CHECK(text(cycle[0].weight) == "9223372036854775806");
  CHECK(text(cycle[1].weight) == "-9007199254740993");
  ExactWeight sum;
  for (const PathArc& arc : cycle) sum += arc.weight;
  CHECK(text(sum) == "18437736874454810620");
  CHECK(sum.rounded() == 18437736874454810620.0);
  CHECK(sum == ExactWeight(ExactWeight(big) += (ExactWeight(big) += -9007199254740994)));
  const std::vector<Arc<double>> tenths = {{0, 1, 0.1}};
  const auto doubles = make_graph<double>(2, tenths);
  const std::vector<PathArc> path = path_to(*doubles, std::vector<Vertex>{no_vertex, 0}, 0, 1);
  CHECK(path[0].weight == 0.1);
  CHECK(weight_text(path[0].weight, WeightKind::float64) == "0.1");
}

TEST_CASE("weights as text") {
  CHECK(weight_text(2147483646, WeightKind::int32) == "2147483646");
  CHECK(weight_text(-5, WeightKind::int32) == "-5");
  CHECK(weight_text(16777216, WeightKind::float32) == "16777216");
  CHECK(weight_text(double{0.1F}, WeightKind::float32) == "0.1");
  CHECK(weight_text(double{0.1F}, WeightKind::float64) == "0.10000000149011612");
  CHECK(weight_text(1.0 / 3, WeightKind::float64) == "0.3333333333333333");
  CHECK(weight_text(std::int64_t{-9223372036854775807}, WeightKind::int64) == "-9223372036854775807");
}

TEST_CASE("the nearest source is the first vertex after the root") {
  // 6 is the root, 1 and 4 are sources; 5 is not reached.
  const std::vector<Vertex> tree = {1, 6, 0, 4, 6, no_vertex, no_vertex};
  CHECK(nearest_sources(tree, 6) == std::vector<Vertex>{1, 1, 1, 4, 4, no_vertex});
  CHECK(nearest_sources(std::vector<Vertex>{no_vertex}, 0).empty());
  CHECK(nearest_sources(std::vector<Vertex>{no_vertex, no_vertex}, 1) == std::vector<Vertex>{no_vertex});
  CHECK(nearest_sources(std::vector<Vertex>{1, no_vertex}, 1) == std::vector<Vertex>{0});
}

TEST_CASE("as walking up from each vertex finds it, on random forests") {
  std::mt19937_64 random(5);
  for (int round = 0; round < 200; ++round) {
    const auto root = static_cast<Vertex>(1 + random() % 40);
    std::vector<Vertex> tree(root + 1, no_vertex), place(root);
    for (Vertex i = 0; i < root; ++i) place[i] = i;
    std::shuffle(place.begin(), place.end(), random);
    for (Vertex i = 0; i < root; ++i)  // its parent comes before it
      tree[place[i]] = random() % 4 == 0 ? (random() % 2 == 0 ? root : no_vertex) : i == 0 ? root : place[random() % i];
    std::vector<Vertex> expected(root, no_vertex);
    for (Vertex v = 0; v < root; ++v) {
      Vertex u = v;
      while (tree[u] != root && tree[u] != no_vertex) u = tree[u];
      if (tree[u] == root) expected[v] = u;
    }
    CHECK(nearest_sources(tree, root) == expected);
  }
}

TEST_CASE("a long path takes one pass and no deep recursion, from whichever end") {
  constexpr Vertex root = 1'000'000;
  std::vector<Vertex> down(root + 1, no_vertex), up(root + 1, no_vertex);
  for (Vertex v = 0; v < root; ++v) {
    down[v] = v + 1;                // the root is the last one
    up[v] = v == 0 ? root : v - 1;  // the root is before the first
  }
  CHECK(nearest_sources(down, root) == std::vector<Vertex>(root, root - 1));
  CHECK(nearest_sources(up, root) == std::vector<Vertex>(root, 0));
}

}  // namespace shortest_path_test
}  // namespace wayfront::host
