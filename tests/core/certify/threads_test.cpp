// Graphs that are large enough for several threads: the same verdict, reason, figures and tree with 1, 2 and 16.
#include "conformance/reference.hpp"
#include "judged.hpp"

namespace wayfront::host {
namespace threads_test {

constexpr Vertex vertices = 1200;
constexpr std::uint64_t grain = 257;  // cuts a row into parts of many threads
#if defined(__SANITIZE_THREAD__)
constexpr int changes = 1;  // each loop makes its threads anew there, which takes long
#else
constexpr int changes = 20;
#endif

template <WeightType W>
struct Solved {
  std::unique_ptr<StoredGraph> graph;
  std::vector<W> distances;
  std::vector<Vertex> tree;
};

/// Most arcs lead from vertex 0 or to it; the last vertices are not reached. Weights are 0 .. `heaviest`; with `falling`,
/// potentials make many of them negative.
template <WeightType W>
Solved<W> solved(unsigned seed, int heaviest, bool falling) {
  std::mt19937 random(seed);
  const auto below = [&](std::uint64_t n) { return static_cast<unsigned>(random() % n); };
  std::vector<Arc<W>> arcs;
  const auto add = [&](Vertex u, Vertex v) {
    arcs.push_back({u, v, static_cast<W>(below(static_cast<unsigned>(heaviest) + 1))});
  };
  const Vertex reachable = vertices - 20;
  for (int i = 0; i < 6000; ++i) add(0, below(reachable));
  for (int i = 0; i < 2000; ++i) add(below(vertices), 0);
  for (int i = 0; i < 4000; ++i) add(below(reachable), below(reachable));
  for (Vertex v = 100; v < 400; ++v) add(v - 1, v);
  std::vector<W> potential(vertices, W{0});
  if (falling)
    for (Vertex v = 1; v < vertices; ++v) potential[v] = static_cast<W>(below(50));
  Solved<W> it;
  it.distances = conformance::solve_plainly<W>(*graph_of<W>(vertices, arcs), 0).distances;
  for (Arc<W>& arc : arcs) arc.weight += potential[arc.target] - potential[arc.source];
  for (Vertex v = 0; v < vertices; ++v)
    if (it.distances[v] != unreached<W>) it.distances[v] += potential[v];
  it.graph = graph_of<W>(vertices, arcs);
  it.tree.resize(vertices);
  return it;
}

Certificate agreed(const Graph& graph, const Output& output, std::vector<Vertex>* tree, const Problem& question = {}) {
  return judged_alike(graph, question, output, tree == nullptr ? nullptr : tree->data(), grain);
}

TEST_CASE_TEMPLATE("any number of threads comes to the same verdict", W, std::int32_t, float, std::int64_t, double) {
  unsigned seed = 0;
  for (const int heaviest : {0, 1, 2, 30}) {
    for (const bool falling : {false, true}) {
      Solved<W> it = solved<W>(++seed, heaviest, falling);
      REQUIRE(agreed(*it.graph, Answer<W>(it.distances).output, &it.tree).finding == Finding::right);
      REQUIRE(agreed(*it.graph, Answer<W>(it.distances, it.tree).output, nullptr).finding == Finding::right);
      std::mt19937 random(seed);
      for (int change = 0; change < changes; ++change) {
        const auto v = static_cast<Vertex>(random() % vertices);
        std::vector<W> distances = it.distances;
        distances[v] = distances[v] == unreached<W> ? W{3} : distances[v] + (change % 2 == 0 ? W{1} : W{-1});
        CHECK(agreed(*it.graph, Answer<W>(distances).output, nullptr).finding == Finding::wrong);
        CHECK(agreed(*it.graph, Answer<W>(distances, it.tree).output, nullptr).finding == Finding::wrong);
        std::vector<Vertex> tree = it.tree;
        tree[v] = tree[v] == no_vertex ? 5 : v;  // a loop of weight zero is no way from the source either
        CHECK(agreed(*it.graph, Answer<W>(it.distances, tree).output, nullptr).finding == Finding::wrong);
      }
      // Two faults: the same one is named.
      std::vector<W> distances = it.distances;
      distances[150] -= 1;
      distances[900] += 1;
      CHECK(agreed(*it.graph, Answer<W>(distances).output, nullptr).finding == Finding::wrong);
    }
  }
}

TEST_CASE_TEMPLATE("large graphs of few arcs, which one thread judges without jumps", W, std::int32_t, float,
                   std::int64_t, double) {
  constexpr Vertex many = 20000;
  for (const unsigned heaviest : {0U, 3U, 1000U}) {
    std::mt19937 random(heaviest);
    const auto weight = [&] { return static_cast<W>(random() % (heaviest + 1)); };
    std::vector<Arc<W>> arcs;
    for (Vertex v = 1; v < many - 20; ++v) {  // the last ones are not reached
      arcs.push_back({static_cast<Vertex>(random() % v), v, weight()});
      arcs.push_back({v, static_cast<Vertex>(random() % v), weight()});
    }
    const auto graph = graph_of<W>(many, arcs);
    const std::vector<W> right = conformance::solve_plainly<W>(*graph, 0).distances;
    CHECK(agreed(*graph, Answer<W>(right).output, nullptr).finding == Finding::right);
    for (const int change : {-1, 1})
      for (int i = 0; i < 5; ++i) {
        std::vector<W> wrong = right;
        const auto v = static_cast<Vertex>(1 + random() % (many - 1));
        wrong[v] = wrong[v] == unreached<W> ? W{3} : wrong[v] + static_cast<W>(change);
        CHECK(agreed(*graph, Answer<W>(wrong).output, nullptr).finding == Finding::wrong);
      }
    std::vector<W> lost = right;
    lost[many - 100] = unreached<W>;
    CHECK(agreed(*graph, Answer<W>(lost).output, nullptr).finding == Finding::wrong);
    std::vector<W> lifted = right;  // a region that is right within, and that nothing leads to
    for (W& distance : lifted)
      if (distance != unreached<W> && distance > 0) distance += 1;
    CHECK(agreed(*graph, Answer<W>(lifted).output, nullptr).finding ==
          (heaviest == 0 ? Finding::right : Finding::wrong));
  }
}

TEST_CASE("answers up to a distance, on any number of threads") {
  using W = std::int32_t;
  for (const int heaviest : {0, 2, 30}) {
    Solved<W> it = solved<W>(77, heaviest, false);
    for (const W limit : {0, 2, 17}) {
      Answer<W> answer(it.distances);
      answer.up_to(limit);
      const Problem question{.source = 0, .more = {.limit = static_cast<double>(limit)}};
      REQUIRE(agreed(*it.graph, answer.output, &it.tree, question).finding == Finding::right);
      const auto inside = std::ranges::find_if(it.distances, [&](W d) { return d > 0 && d <= limit; });
      if (inside == it.distances.end()) continue;
      *std::ranges::find(answer.distances, *inside) += 1;
      CHECK(agreed(*it.graph, answer.output, nullptr, question).finding == Finding::wrong);
    }
  }
}

/// A path of arcs of weight zero, and a ring of such arcs that nothing leads to.
TEST_CASE("long chains of given predecessors, and a ring among them") {
  std::vector<Arc<std::int32_t>> arcs;
  std::vector<Vertex> given = {no_vertex};
  for (Vertex v = 1; v < vertices; ++v) {
    arcs.push_back({v - 1, v, 0});
    arcs.push_back({v, v - 1, 0});
    given.push_back(v - 1);
  }
  const auto graph = graph_of<std::int32_t>(vertices, arcs);
  const std::vector<std::int32_t> zeros(vertices, 0);
  CHECK(agreed(*graph, Answer<std::int32_t>(zeros, given).output, nullptr).finding == Finding::right);
  given[700] = 701;
  const Certificate ring = agreed(*graph, Answer<std::int32_t>(zeros, given).output, nullptr);
  CHECK(ring.finding == Finding::wrong);
  CHECK(contains(ring.reason, "form a cycle"));
}

TEST_CASE("a negative cycle far from the source, on any number of threads") {
  std::vector<Arc<std::int32_t>> arcs;
  for (Vertex v = 1; v < vertices - 2; ++v) arcs.push_back({v % 2 == 0 ? v - 1 : 0, v, 1});
  arcs.push_back({vertices - 4, vertices - 3, 1});
  arcs.push_back({vertices - 3, vertices - 4, -2});
  arcs.push_back({vertices - 1, vertices - 2, -1});
  arcs.push_back({vertices - 2, vertices - 1, -1});
  const auto graph = graph_of<std::int32_t>(vertices, arcs);
  Answer<std::int32_t> answer(std::vector<std::int32_t>(vertices, 0));
  answer.output.outcome = Outcome::negative_cycle;
  answer.output.cycle.assign({vertices - 4, vertices - 3});
  CHECK(agreed(*graph, answer.output, nullptr).finding == Finding::right);
  answer.output.cycle.assign({vertices - 2, vertices - 1});
  CHECK(agreed(*graph, answer.output, nullptr).finding == Finding::wrong);
}

}  // namespace threads_test
}  // namespace wayfront::host
