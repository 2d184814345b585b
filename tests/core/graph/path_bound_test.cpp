#include "graph/paths/path_bound.hpp"

#include "../../test.hpp"
#include "../threaded_context.hpp"
#include "graph/stored_graph.hpp"

namespace wayfront::host {
namespace {

template <WeightType W>
using Arcs = std::vector<Arc<W>>;

/// The component search is asked for unless the heaviest arcs alone add up to at most `enough`.
template <WeightType W>
PathBound bound_of(Vertex vertices, const Arcs<W>& arcs, Int128 enough = -1, bool symmetric = false) {
  ThreadedContext context(3);
  return path_bound(make_graph<W>(vertices, arcs, OffsetKind::offsets32)->csr(), enough, symmetric, context);
}

/// The length of the longest shortest path, by Floyd and Warshall.
std::int64_t longest(Vertex vertices, const Arcs<std::int32_t>& arcs) {
  constexpr std::int64_t none = std::int64_t{1} << 60;
  std::vector<std::vector<std::int64_t>> d(vertices, std::vector<std::int64_t>(vertices, none));
  for (Vertex v = 0; v < vertices; ++v) d[v][v] = 0;
  for (const auto& arc : arcs)
    d[arc.source][arc.target] = std::min<std::int64_t>(d[arc.source][arc.target], arc.weight);
  for (Vertex k = 0; k < vertices; ++k)
    for (Vertex i = 0; i < vertices; ++i)
      for (Vertex j = 0; j < vertices; ++j) d[i][j] = std::min(d[i][j], d[i][k] + d[k][j]);
  std::int64_t max = 0;
  for (const auto& row : d)
    for (const std::int64_t length : row)
      if (length < none / 2) max = std::max(max, length);
  return max;
}

TEST_CASE("the heaviest arcs out of all vertices, summed exactly") {
  const Arcs<std::int32_t> arcs = {{0, 1, 7}, {0, 2, 9}, {1, 2, 2'147'483'646}, {2, 2, 5}};
  const Int128 sum = Int128{9} + 2'147'483'646 + 5;
  CHECK((bound_of(4, arcs, sum).length == sum));
  CHECK_FALSE(bound_of(4, arcs, sum).by_search);
  CHECK((bound_of<std::int64_t>(2, {{0, 1, 9'223'372'036'854'775'806}, {1, 0, 9'223'372'036'854'775'806}},
                                Int128{1} << 100)
             .length == Int128{2} * 9'223'372'036'854'775'806));
  CHECK((bound_of<std::int32_t>(0, {}).length == 0));
}

TEST_CASE("with negative weights, the heaviest arcs by their absolute value and nothing else") {
  const PathBound bound = bound_of<std::int32_t>(3, {{0, 1, -2'147'483'646}, {0, 2, 8}, {1, 2, 3}});
  CHECK((bound.length == Int128{2'147'483'649}));
  CHECK_FALSE(bound.by_search);
}

TEST_CASE("between components the longest path counts, not the sum of all arcs") {
  // From 0 to 1000 either over 1 .. 499 or over 500 .. 999.
  Arcs<std::int32_t> arcs;
  for (Vertex v = 0; v < 999; ++v) arcs.push_back({v, v == 499 ? 1000 : v + 1, 10});
  arcs.push_back({0, 500, 10});
  arcs.push_back({999, 1000, 10});
  const PathBound bound = bound_of(1001, arcs, 6000);
  CHECK(bound.by_search);
  CHECK((bound.length == 5010));
}

TEST_CASE("inside a component two trees from its busiest vertex bound every path") {
  Arcs<std::int32_t> star;
  for (Vertex v = 1; v < 5000; ++v) {
    star.push_back({0, v, 1'000'000});
    star.push_back({v, 0, 1'000'000});
  }
  for (const bool symmetric : {false, true}) {
    const PathBound bound = bound_of(5000, star, 2'147'483'646, symmetric);
    CHECK(bound.by_search);
    CHECK((bound.length == 2'000'000));
  }
}

TEST_CASE("no shortest path of a random graph is longer than its bound") {
  std::mt19937 random(7);
  std::uint64_t by_search = 0;
  for (int sample = 0; sample < 2000; ++sample) {
    const auto vertices = static_cast<Vertex>(1 + random() % 14);
    Arcs<std::int32_t> arcs;
    const bool symmetric = random() % 3 == 0;
    for (std::uint64_t i = random() % (3 * vertices); i > 0; --i) {
      const auto u = static_cast<Vertex>(random() % vertices), v = static_cast<Vertex>(random() % vertices);
      const auto weight = static_cast<std::int32_t>(random() % 5 == 0 ? 0 : random() % 1000);
      arcs.push_back({u, v, weight});
      if (symmetric && u != v) arcs.push_back({v, u, weight});
    }
    const PathBound bound = bound_of(vertices, arcs, -1, symmetric);
    CHECK((bound.length >= Int128{longest(vertices, arcs)}));
    CHECK((bound.length <= bound_of(vertices, arcs, Int128{1} << 60).length));
    by_search += bound.by_search ? 1 : 0;
  }
  CHECK(by_search > 500);
}

/// Ten arcs out of each vertex, all of this weight, to anywhere or, for a ring, to near vertices.
Arcs<std::int32_t> arcs_of_weight(std::int32_t weight, Vertex vertices, bool ring) {
  std::mt19937 random(3);
  Arcs<std::int32_t> arcs;
  for (Vertex v = 0; v < vertices; ++v)
    for (int i = 0; i < 10; ++i)
      arcs.push_back({v, static_cast<Vertex>(ring ? (v + 1 + random() % 20) % vertices : random() % vertices), weight});
  return arcs;
}

TEST_CASE("ways through one vertex bound large graphs, with any number of threads") {
  constexpr Vertex vertices = 50'000;
  constexpr std::int32_t weight = 1'000'000;
  for (const bool ring : {false, true}) {
    Arcs<std::int32_t> arcs = arcs_of_weight(weight, vertices, ring);
    arcs.push_back({vertices, 0, 5 * weight});        // from outside
    arcs.push_back({1, vertices + 1, 5 * weight});    // to the outside
    arcs.push_back({vertices + 2, vertices + 3, 7});  // apart
    const auto graph = make_graph<std::int32_t>(vertices + 4, arcs, OffsetKind::offsets32);
    const Int128 enough = Int128{weight} * vertices / 4;  // ring: 2 times 2500 arcs or more
    PathBound bounds[2];
    for (const unsigned threads : {1U, 3U}) {
      ThreadedContext context(threads);
      bounds[threads / 2] = path_bound(graph->csr(), enough, false, context);
    }
    CHECK((bounds[0].length == bounds[1].length));
    CHECK(bounds[0].by_search);
    CHECK((bounds[0].length <= (ring ? enough : Int128{40} * weight)));
    CHECK((bounds[0].length >= Int128{10} * weight));
  }
}

TEST_CASE("vertices before, behind and apart from the busiest one count") {
  // 0 is the busiest, with arcs to 1 .. 5 and back; 6 and 7 lead to it, 8 and 9 away from it, 10 and 11 avoid it.
  Arcs<std::int32_t> arcs = {{6, 7, 40}, {7, 0, 30}, {1, 8, 20}, {8, 9, 10}, {10, 11, 60}};
  for (Vertex v = 1; v <= 5; ++v) {
    arcs.push_back({0, v, 4});
    arcs.push_back({v, 0, 3});
  }
  CHECK((bound_of(12, arcs, 120).length == 40 + 30 + 4 + 20 + 10));
  arcs[4].weight = 150;
  CHECK((bound_of(12, arcs, 160).length == 150));
}

TEST_CASE("a component of a million vertices in a row needs no deep recursion") {
  constexpr Vertex vertices = 1'000'000;
  Arcs<std::int32_t> arcs;
  for (Vertex v = 0; v < vertices; ++v) arcs.push_back({v, (v + 1) % vertices, 3'000});
  CHECK((bound_of(vertices, arcs).length <= Int128{3'000} * vertices));
  arcs.pop_back();
  CHECK((bound_of(vertices, arcs).length == Int128{3'000} * (vertices - 1)));
}

TEST_CASE("floats have no bound") { CHECK_THROWS_AS(bound_of<double>(2, {{0, 1, 1}}), Unsupported); }

}  // namespace
}  // namespace wayfront::host
