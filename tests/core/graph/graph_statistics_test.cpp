#include "graph/graph_statistics.hpp"
#include "../../test.hpp"
#include "../threaded_context.hpp"
#include "graph/paths/path_bound.hpp"
#include "graph/stored_graph.hpp"
#include "run/host_context.hpp"

namespace wayfront::host {
namespace graph_statistics_test {

template <WeightType W>
using Arcs = std::vector<Arc<W>>;

template <WeightType W>
GraphStatistics statistics_of(Vertex vertices, const Arcs<W>& arcs, bool directed = true,
                              OffsetKind offsets = OffsetKind::offsets32) {
  ThreadedContext context(3);
  const auto graph = make_graph<W>(vertices, arcs, offsets);
  return graph_statistics(*graph, directed, context);
}

/// The same, one arc and one vertex after the other.
DegreeStatistics plain_degrees(const std::vector<std::uint64_t>& degrees) {
  DegreeStatistics plain;
  std::map<std::uint64_t, Vertex> counts;
  for (const std::uint64_t degree : degrees) {
    plain.mean += static_cast<double>(degree) / static_cast<double>(degrees.size());
    ++counts[degree];
    const auto bin = static_cast<std::size_t>(std::bit_width(degree));
    if (plain.histogram.size() <= bin) plain.histogram.resize(bin + 1);
    ++plain.histogram[bin];
  }
  double squares = 0;
  for (const std::uint64_t degree : degrees) squares += std::pow(static_cast<double>(degree) - plain.mean, 2);
  plain.deviation = std::sqrt(squares / static_cast<double>(degrees.size()));
  plain.max = counts.rbegin()->first;
  plain.zeros = counts[0];
  for (const auto& [degree, count] : counts)
    if (count > plain.mode_count) plain.mode = degree, plain.mode_count = count;
  return plain;
}

void check_equal(const DegreeStatistics& got, const DegreeStatistics& expected) {
  CHECK(got.mean == doctest::Approx(expected.mean));
  CHECK(got.deviation == doctest::Approx(expected.deviation));
  CHECK(got.max == expected.max);
  CHECK(got.mode == expected.mode);
  CHECK(got.mode_count == expected.mode_count);
  CHECK(got.zeros == expected.zeros);
  CHECK(got.histogram == expected.histogram);
}

using Matrix = std::vector<std::vector<double>>;

/// All distances, by Floyd and Warshall.
template <WeightType W>
Matrix plain_distances(Vertex n, const Arcs<W>& arcs, bool directed) {
  Matrix distances(n, std::vector<double>(n, std::numeric_limits<double>::infinity()));
  for (Vertex v = 0; v < n; ++v) distances[v][v] = 0;
  for (const Arc<W>& arc : arcs) {
    double& there = distances[arc.source][arc.target];
    there = std::min(there, static_cast<double>(arc.weight));
    if (!directed) distances[arc.target][arc.source] = there;
  }
  for (Vertex k = 0; k < n; ++k)
    for (Vertex i = 0; i < n; ++i)
      for (Vertex j = 0; j < n; ++j) distances[i][j] = std::min(distances[i][j], distances[i][k] + distances[k][j]);
  return distances;
}

TEST_CASE_TEMPLATE("random graphs, against a plain count", W, std::int32_t, float) {
  std::mt19937 random(7);
  int exact = 0, rounds = 60;
  for (int round = 0; round < rounds; ++round) {
    CAPTURE(round);
    const auto n = static_cast<Vertex>(1 + random() % 50);
    Arcs<W> arcs;
    Arcs<float> steps;
    std::set<std::pair<Vertex, Vertex>> distinct;
    std::vector<std::uint64_t> out(n), in(n);
    GraphStatistics plain;
    for (std::size_t i = random() % (2 * n); i > 0; --i) {
      const Arc<W> arc{static_cast<Vertex>(random() % n), static_cast<Vertex>(random() % n),
                       static_cast<W>(static_cast<int>(random() % 7) - 3)};
      arcs.push_back(arc);
      steps.push_back({arc.source, arc.target, 1});
      plain.parallel_arcs += distinct.emplace(arc.source, arc.target).second ? 0 : 1;
      plain.self_loops += arc.source == arc.target ? 1 : 0;
      plain.zero_weights += arc.weight == 0 ? 1 : 0;
      plain.negative_weights += arc.weight < 0 ? 1 : 0;
      ++out[arc.source];
      ++in[arc.target];
    }
    const auto distances = plain_distances(n, steps, false);
    std::set<std::set<Vertex>> components;
    for (Vertex v = 0; v < n; ++v) {
      std::set<Vertex> members;
      for (Vertex u = 0; u < n; ++u)
        if (distances[v][u] < n) members.insert(u);
      components.insert(members);
    }
    const GraphStatistics got =
        statistics_of<W>(n, arcs, true, round % 2 == 0 ? OffsetKind::offsets32 : OffsetKind::offsets64);
    check_equal(got.out, plain_degrees(out));
    check_equal(got.in, plain_degrees(in));
    CHECK(got.self_loops == plain.self_loops);
    CHECK(got.parallel_arcs == plain.parallel_arcs);
    CHECK(got.zero_weights == plain.zero_weights);
    CHECK(got.negative_weights == plain.negative_weights);
    CHECK(got.components == components.size());
    std::size_t largest = 0;
    for (const auto& members : components) largest = std::max(largest, members.size());
    CHECK(got.largest_component == largest);

    // The bounds hold for the component of `from`, which is a largest one; `least` is attained.
    double diameter = 0;
    Vertex size = 0;
    for (Vertex u = 0; u < n; ++u) {
      if (distances[got.diameter.from][u] >= n) continue;
      ++size;
      for (Vertex v = 0; v < n; ++v)
        if (distances[u][v] < n) diameter = std::max(diameter, distances[u][v]);
    }
    CHECK(size == largest);
    CHECK(distances[got.diameter.from][got.diameter.to] == got.diameter.min);
    CHECK(got.diameter.min <= diameter);
    CHECK(got.diameter.max >= diameter);
    exact += got.diameter.min == diameter ? 1 : 0;
  }
  CHECK(exact > rounds / 2);
}

TEST_CASE("a long path and a large random graph: exact diameter, the same on any number of threads") {
  Arcs<std::int32_t> path;
  for (Vertex v = 0; v + 1 < 30'000; ++v) path.push_back({v, v + 1, 1});
  const GraphStatistics of_path = statistics_of<std::int32_t>(30'000, path);
  CHECK(of_path.diameter.min == 29'999);
  CHECK(of_path.diameter.max == 29'999);
  CHECK(of_path.components == 1);
  CHECK(of_path.out.histogram == std::vector<Vertex>{1, 29'999});

  std::mt19937 random(2);
  Arcs<float> arcs;
  for (int i = 0; i < 200'000; ++i)
    arcs.push_back({static_cast<Vertex>(random() % 40'000), static_cast<Vertex>(random() % 40'000), 1.0F});
  const auto graph = make_graph<float>(40'000, arcs);
  HostContext one(1);
  ThreadedContext three(3);
  const GraphStatistics a = graph_statistics(*graph, true, one), b = graph_statistics(*graph, true, three);
  CHECK(a.diameter.min == b.diameter.min);
  CHECK(a.diameter.max == b.diameter.max);
  CHECK(a.diameter.from == b.diameter.from);
  CHECK(a.diameter.to == b.diameter.to);
  CHECK(a.diameter.min >= 6);
  CHECK(a.components == b.components);
  CHECK(a.parallel_arcs == b.parallel_arcs);
  CHECK(a.in.histogram == b.in.histogram);
  CHECK(a.out.mode == b.out.mode);
}

TEST_CASE("degrees beyond the counted ones") {
  Arcs<std::int32_t> star;
  for (Vertex v = 1; v < 5000; ++v) star.push_back({0, v, 1});
  const GraphStatistics statistics = statistics_of<std::int32_t>(5000, star);
  CHECK(statistics.out.max == 4999);
  CHECK(statistics.out.mode == 0);
  CHECK(statistics.out.histogram.size() == 14);
  CHECK(statistics.out.histogram.back() == 1);
  CHECK(statistics.in.mode == 1);
  CHECK(statistics.in.zeros == 1);
  CHECK(statistics.diameter.min == 2);
}

TEST_CASE("an undirected graph needs no transpose: both sides are the same") {
  const Arcs<std::int32_t> arcs = {{0, 1, 1}, {1, 0, 1}, {1, 2, 1}, {2, 1, 1}, {2, 2, 1}};
  const GraphStatistics statistics = statistics_of<std::int32_t>(3, arcs, false);
  check_equal(statistics.in, statistics.out);
  CHECK(statistics.diameter.min == 2);
  CHECK(statistics.diameter.max == 2);
}

TEST_CASE("graphs without arcs or vertices") {
  const GraphStatistics none = statistics_of<float>(0, {});
  CHECK(none.components == 0);
  CHECK(none.largest_component == 0);
  CHECK(none.diameter.max == 0);
  CHECK(none.out.histogram.empty());
  const GraphStatistics lonely = statistics_of<float>(3, {});
  CHECK(lonely.components == 3);
  CHECK(lonely.largest_component == 1);
  CHECK(lonely.diameter.min == 0);
  CHECK(lonely.diameter.max == 0);
  CHECK(lonely.out.mode_count == 3);
}

TEST_CASE("whether any distance fits") {
  CHECK(statistics_of<std::int32_t>(3, {{0, 1, 1'073'741'823}}).any_distance_fits);
  CHECK_FALSE(statistics_of<std::int32_t>(3, {{0, 1, -1'073'741'824}, {1, 2, 1'073'741'823}}).any_distance_fits);
  CHECK_FALSE(statistics_of<std::int32_t>(3, {{0, 1, 1'073'741'824}, {1, 2, 1'073'741'823}}).any_distance_fits);
  CHECK(statistics_of<std::int32_t>(3, {{0, 1, 1'073'741'824}, {2, 1, 1'073'741'823}}).any_distance_fits);
  CHECK(statistics_of<std::int64_t>(3, {{0, 1, 1'073'741'824}, {1, 2, 1'073'741'823}}).any_distance_fits);
  CHECK_FALSE(statistics_of<std::int64_t>(3, {{0, 1, 9'223'372'036'854'775'806}, {1, 2, 1}}).any_distance_fits);
  CHECK(statistics_of<float>(3, {{0, 1, 1e38F}}).any_distance_fits);
}

/// The component search is asked for unless the heaviest arcs alone add up to at most `enough`.
template <WeightType W>
Int128 bound_of(Vertex vertices, const Arcs<W>& arcs, Int128 enough = -1, bool symmetric = false) {
  ThreadedContext context(3);
  return path_bound(make_graph<W>(vertices, arcs)->csr(), enough, symmetric, context);
}

/// The length of the longest shortest path.
std::int64_t longest(Vertex vertices, const Arcs<std::int32_t>& arcs) {
  double max = 0;
  for (const auto& row : plain_distances(vertices, arcs, true))
    for (const double length : row)
      if (std::isfinite(length)) max = std::max(max, length);
  return static_cast<std::int64_t>(max);
}

TEST_CASE("the heaviest arcs out of all vertices, summed exactly") {
  const Arcs<std::int32_t> arcs = {{0, 1, 7}, {0, 2, 9}, {1, 2, 2'147'483'646}, {2, 2, 5}};
  const Int128 sum = Int128{9} + 2'147'483'646 + 5;
  CHECK((bound_of(4, arcs, sum) == sum));
  CHECK((bound_of<std::int64_t>(2, {{0, 1, 9'223'372'036'854'775'806}, {1, 0, 9'223'372'036'854'775'806}},
                                Int128{1} << 100) == Int128{2} * 9'223'372'036'854'775'806));
  CHECK((bound_of<std::int32_t>(0, {}) == 0));
}

TEST_CASE("with negative weights, the heaviest arcs by their absolute value and nothing else") {
  CHECK((bound_of<std::int32_t>(3, {{0, 1, -2'147'483'646}, {0, 2, 8}, {1, 2, 3}}) == Int128{2'147'483'649}));
}

TEST_CASE("between components the longest path counts, not the sum of all arcs") {
  // From 0 to 1000 either over 1 .. 499 or over 500 .. 999.
  Arcs<std::int32_t> arcs;
  for (Vertex v = 0; v < 999; ++v) arcs.push_back({v, v == 499 ? 1000 : v + 1, 10});
  arcs.push_back({0, 500, 10});
  arcs.push_back({999, 1000, 10});
  CHECK((bound_of(1001, arcs, 6000) == 5010));
}

TEST_CASE("inside a component two trees from its busiest vertex bound every path") {
  Arcs<std::int32_t> star;
  for (Vertex v = 1; v < 5000; ++v) {
    star.push_back({0, v, 1'000'000});
    star.push_back({v, 0, 1'000'000});
  }
  for (const bool symmetric : {false, true}) CHECK((bound_of(5000, star, 2'147'483'646, symmetric) == 2'000'000));
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
    const Int128 bound = bound_of(vertices, arcs, -1, symmetric), of_arcs = bound_of(vertices, arcs, Int128{1} << 60);
    CHECK((bound >= Int128{longest(vertices, arcs)}));
    CHECK((bound <= of_arcs));
    by_search += bound < of_arcs ? 1 : 0;
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
    const auto graph = make_graph<std::int32_t>(vertices + 4, arcs);
    const Int128 enough = Int128{weight} * vertices / 4;  // ring: 2 times 2500 arcs or more
    Int128 bounds[2];
    for (const unsigned threads : {1U, 3U}) {
      ThreadedContext context(threads);
      bounds[threads / 2] = path_bound(graph->csr(), enough, false, context);
    }
    CHECK((bounds[0] == bounds[1]));
    CHECK((bounds[0] <= (ring ? enough : Int128{40} * weight)));
    CHECK((bounds[0] >= Int128{10} * weight));
  }
}

TEST_CASE("vertices before, behind and apart from the busiest one count") {
  // 0 is the busiest, with arcs to 1 .. 5 and back; 6 and 7 lead to it, 8 and 9 away from it, 10 and 11 avoid it.
  Arcs<std::int32_t> arcs = {{6, 7, 40}, {7, 0, 30}, {1, 8, 20}, {8, 9, 10}, {10, 11, 60}};
  for (Vertex v = 1; v <= 5; ++v) {
    arcs.push_back({0, v, 4});
    arcs.push_back({v, 0, 3});
  }
  CHECK((bound_of(12, arcs, 120) == 40 + 30 + 4 + 20 + 10));
  arcs[4].weight = 150;
  CHECK((bound_of(12, arcs, 160) == 150));
}

TEST_CASE("a component of a million vertices in a row needs no deep recursion") {
  constexpr Vertex vertices = 1'000'000;
  Arcs<std::int32_t> arcs;
  for (Vertex v = 0; v < vertices; ++v) arcs.push_back({v, (v + 1) % vertices, 3'000});
  CHECK((bound_of(vertices, arcs) <= Int128{3'000} * vertices));
  arcs.pop_back();
  CHECK((bound_of(vertices, arcs) == Int128{3'000} * (vertices - 1)));
}

TEST_CASE("floats have no bound") { CHECK_THROWS_AS(bound_of<double>(2, {{0, 1, 1}}), Unsupported); }

}  // namespace graph_statistics_test
}  // namespace wayfront::host
