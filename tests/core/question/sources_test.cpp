#include "question/sources.hpp"

#include <cstdio>

#include "../../test.hpp"
#include "../threaded_context.hpp"
#include "graph/stored_graph.hpp"

namespace wayfront::host {
namespace {

/// 0 -> 1 -> 2 -> {3, 4}; 3 and 4 are sinks.
std::unique_ptr<StoredGraph> sample() {
  const std::vector<Arc<std::int32_t>> arcs = {{0, 1, 1}, {1, 2, 1}, {2, 3, 1}, {2, 4, 1}};
  return make_graph<std::int32_t>(5, arcs, OffsetKind::offsets32);
}

std::vector<Vertex> chosen(const Question& rule, const Graph& graph, const VertexIds& ids, bool directed = true,
                           unsigned threads = 2) {
  ThreadedContext context(threads);
  return choose_sources(rule, graph, directed, ids, context);
}

TEST_CASE("listed sources are the file's ids") {
  const auto graph = sample();
  Question rule{.rule = Question::Rule::listed, .sources = {1, 5}};
  CHECK(chosen(rule, *graph, 1) == std::vector<Vertex>{0, 4});
  for (const std::uint64_t id : {0, 6}) {
    rule.sources = {VertexId(id)};
    CHECK_THROWS_WITH_AS(chosen(rule, *graph, 1), doctest::Contains("whose ids are 1 .. 5"), UserError);
  }
}

TEST_CASE("listed sources of a graph whose ids have gaps, or are names") {
  const auto graph = sample();
  const auto sparse = VertexIds::of_numbers({3, 7, 70, 700, 18'446'744'073'709'551'615U});
  Question rule{.rule = Question::Rule::listed, .sources = {700, std::string_view("18446744073709551615")}};
  CHECK(chosen(rule, *graph, sparse) == std::vector<Vertex>{3, 4});
  rule.sources = {8};
  CHECK_THROWS_WITH_AS(chosen(rule, *graph, sparse),
                       doctest::Contains("vertex 8 is not in the graph, whose ids are 3 .. 18446744073709551615, with"),
                       UserError);
  const auto names = VertexIds::of_names("axbbc42d", {1, 2, 4, 7, 8});
  rule.sources = {std::string_view("bb"), std::string_view("d")};
  CHECK(chosen(rule, *graph, names) == std::vector<Vertex>{2, 4});
  rule.sources = {std::string_view("b")};
  CHECK_THROWS_WITH_AS(chosen(rule, *graph, names),
                       doctest::Contains("vertex b is not in the graph, whose ids are names: a, x, ..."), UserError);
}

TEST_CASE("random sources are distinct, have out-edges, and depend on the seed alone") {
  const auto graph = sample();
  Question rule{.rule = Question::Rule::random, .sources = {}, .random = 64, .seed = 3};
  const auto first = chosen(rule, *graph, 0);
  CHECK(std::set<Vertex>(first.begin(), first.end()) == std::set<Vertex>{0, 1, 2});
  CHECK(first.size() == 3);
  CHECK(chosen(rule, *graph, 0) == first);
  rule.random = 1;
  CHECK(chosen(rule, *graph, 0) == std::vector<Vertex>{first[0]});
}

TEST_CASE("the vertex of highest out-degree") {
  CHECK(chosen({.rule = Question::Rule::max_degree}, *sample(), 0) == std::vector<Vertex>{2});
}

TEST_CASE("graphs without a vertex to start from are refused, listed sources without out-edges are not") {
  const auto empty = make_graph<float>(0, {}, OffsetKind::offsets32);
  CHECK_THROWS_AS(chosen({}, *empty, 0), UserError);
  const auto isolated = make_graph<float>(2, {}, OffsetKind::offsets32);
  CHECK_THROWS_WITH_AS(chosen({}, *isolated, 0), doctest::Contains("no vertex of the graph has an out-arc"), UserError);
  CHECK(chosen({.rule = Question::Rule::listed, .sources = {1}}, *isolated, 0) == std::vector<Vertex>{1});
}

/// How many vertices there are on a walk from `start`, plainly.
Vertex reached_from(const Graph& graph, Vertex start) {
  return visit(graph.csr(), [&](const auto& csr) {
    std::vector<Vertex> queue = {start};
    std::set<Vertex> seen = {start};
    for (std::size_t i = 0; i < queue.size(); ++i)
      for (auto e = csr.begin(queue[i]); e < csr.end(queue[i]); ++e)
        if (seen.insert(csr.targets[e]).second) queue.push_back(csr.targets[e]);
    return static_cast<Vertex>(seen.size());
  });
}

Question reaching(double share, std::uint64_t count = 1'000'000, std::uint64_t seed = 1) {
  return {.rule = Question::Rule::random, .sources = {}, .random = count, .seed = seed, .reaches = share};
}

TEST_CASE("random sources reach the share that is asked for: those of the same order that do, on any threads") {
  std::mt19937_64 random(7);
  for (int trial = 0; trial < 60; ++trial) {
    const auto below = [&](Vertex bound) { return static_cast<Vertex>(random() % bound); };
    const Vertex vertices = 2 + below(60);
    const bool directed = random() % 2 == 0;
    std::vector<Arc<std::int32_t>> arcs;
    for (std::uint64_t i = 1 + random() % (2 * vertices); i > 0; --i) {
      const Vertex u = below(vertices), v = below(vertices);
      arcs.push_back({u, v, 1});
      if (!directed) arcs.push_back({v, u, 1});
    }
    const auto graph = make_graph<std::int32_t>(vertices, arcs, OffsetKind::offsets32);
    for (const double share : {0.05, 0.3, 0.5, 1.0}) {
      std::vector<Vertex> expected;
      for (const Vertex v : chosen(reaching(0), *graph, 0))
        if (reached_from(*graph, v) >= share * vertices) expected.push_back(v);
      CAPTURE(trial);
      CAPTURE(share);
      for (const unsigned threads : {1, 3}) {
        if (expected.empty()) {
          CHECK_THROWS_AS(chosen(reaching(share), *graph, 0, directed, threads), UserError);
          continue;
        }
        CHECK(chosen(reaching(share), *graph, 0, directed, threads) == expected);
        CHECK(chosen(reaching(share, 1), *graph, 0, directed, threads) == std::vector<Vertex>{expected[0]});
      }
    }
  }
}

TEST_CASE("searches with levels that several threads share reach what they reach") {
  // 0 -> 5000 vertices -> one more each; the latter lead nowhere but to themselves
  constexpr Vertex wide = 5000;
  std::vector<Arc<std::int32_t>> arcs;
  for (Vertex v = 1; v <= wide; ++v) {
    arcs.push_back({0, v, 1});
    arcs.push_back({v, wide + v, 1});
    arcs.push_back({wide + v, wide + v, 1});
  }
  const auto graph = make_graph<std::int32_t>(2 * wide + 1, arcs, OffsetKind::offsets32);
  for (const unsigned threads : {1, 4}) {
    CHECK(chosen(reaching(1), *graph, 0, true, threads) == std::vector<Vertex>{0});
    CHECK(chosen(reaching(0.00015, 3), *graph, 0, true, threads).size() == 3);
  }
}

/// The error where no vertex reaches `share`.
std::string refusal(const Graph& graph, double share, bool directed = true) {
  return refusal_by(ExitCode::usage, [&] { chosen(reaching(share), graph, 0, directed); });
}

TEST_CASE("where no vertex reaches enough, the error has the best share and says what to do") {
  const std::vector<Arc<std::int32_t>> arcs = {{0, 1, 1}, {1, 2, 1}, {5, 6, 1}};
  const auto graph = make_graph<std::int32_t>(100, arcs, OffsetKind::offsets32);
  const std::string text = refusal(*graph, 0.5);
  for (const char* part :
       {"problem.sources", "3 random vertices", "50 %", "best reaches 3 of 100, 3 %", "edges = \"undirected\""})
    CHECK_MESSAGE(contains(text, part), text);
  CHECK(contains(refusal(*graph, 0.5, false), "largest_component"));
  CHECK(chosen(reaching(0.03), *graph, 0) == std::vector<Vertex>{0});
}

TEST_CASE("what random sources reach may be a number of vertices") {
  // Two circles of 40 and 60 vertices.
  std::vector<Arc<std::int32_t>> arcs;
  for (Vertex v = 0; v < 40; ++v) arcs.push_back({v, (v + 1) % 40, 1});
  for (Vertex v = 0; v < 60; ++v) arcs.push_back({40 + v, 40 + (v + 1) % 60, 1});
  const auto graph = make_graph<std::int32_t>(100, arcs, OffsetKind::offsets32);
  CHECK(chosen(reaching(2), *graph, 0).size() == 100);
  CHECK(chosen(reaching(40), *graph, 0).size() == 100);
  const std::vector<Vertex> far = chosen(reaching(41), *graph, 0);
  CHECK(far.size() == 60);
  CHECK(std::ranges::all_of(far, [](Vertex v) { return v >= 40; }));
  CHECK(chosen(reaching(41, 7), *graph, 0) == std::vector<Vertex>(far.begin(), far.begin() + 7));
  CHECK(contains(refusal(*graph, 61), "best reaches 60 of 100"));
  CHECK(contains(refusal(*graph, 101), "has only 100"));
}

TEST_CASE("a search for sources can be interrupted") {
  ThreadedContext context(2);
  context.cancel = true;
  CHECK_THROWS_AS(choose_sources(reaching(1), *sample(), true, 0, context), Cancelled);
}

TEST_CASE("searches that find too little are bounded where each goes through much of the graph") {
  // A chain of 450 of 1000 vertices, and 550 vertices that lead to its beginning: each of these reaches 451.
  constexpr Vertex vertices = 1000, chain = 450;
  std::vector<Arc<std::int32_t>> arcs;
  for (Vertex v = 0; v + 1 < chain; ++v) arcs.push_back({v, v + 1, 1});
  for (Vertex v = chain; v < vertices; ++v) arcs.push_back({v, 0, 1});
  const auto graph = make_graph<std::int32_t>(vertices, arcs, OffsetKind::offsets32);
  CHECK(chosen(reaching(0.451), *graph, 0).size() == vertices - chain);
  const std::string text = refusal(*graph, 0.5);
  CHECK(contains(text, "best reaches 451 of 1000, 45.1 %"));
  unsigned tried = 0;
  REQUIRE(std::sscanf(text.c_str(), "problem.sources: none of the %u", &tried) == 1);
  CHECK(tried > 32);
  CHECK(tried < 300);
}

}  // namespace
}  // namespace wayfront::host
