#include "sources.hpp"

#include <doctest/doctest.h>

#include <set>

#include "errors.hpp"
#include "stored_graph.hpp"

namespace wayfront::host {
namespace {

/// 0 -> 1 -> 2 -> {3, 4}; 3 and 4 are sinks.
std::unique_ptr<StoredGraph> sample() {
  const std::vector<Arc<std::int32_t>> arcs = {{0, 1, 1}, {1, 2, 1}, {2, 3, 1}, {2, 4, 1}};
  return make_graph<std::int32_t>(5, arcs, OffsetKind::offsets32);
}

TEST_CASE("listed sources are the file's ids") {
  const auto graph = sample();
  SourceRule rule{.kind = SourceRule::Kind::listed, .ids = {1, 5}};
  CHECK(choose_sources(rule, *graph, 1) == std::vector<Vertex>{0, 4});
  for (const std::uint64_t id : {0, 6}) {
    rule.ids = {VertexId(id)};
    CHECK_THROWS_WITH_AS(choose_sources(rule, *graph, 1), doctest::Contains("whose ids are 1 .. 5"), UserError);
  }
}

TEST_CASE("listed sources of a graph whose ids have gaps, or are names") {
  const auto graph = sample();
  const auto sparse = VertexIds::of_numbers({3, 7, 70, 700, 18'446'744'073'709'551'615U});
  SourceRule rule{.kind = SourceRule::Kind::listed, .ids = {700, std::string_view("18446744073709551615")}};
  CHECK(choose_sources(rule, *graph, sparse) == std::vector<Vertex>{3, 4});
  rule.ids = {8};
  CHECK_THROWS_WITH_AS(choose_sources(rule, *graph, sparse),
                       doctest::Contains("vertex 8 is not in the graph, whose ids are 3 .. 18446744073709551615, with"),
                       UserError);
  const auto names = VertexIds::of_names("axbbc42d", {1, 2, 4, 7, 8});
  rule.ids = {std::string_view("bb"), std::string_view("d")};
  CHECK(choose_sources(rule, *graph, names) == std::vector<Vertex>{2, 4});
  rule.ids = {std::string_view("b")};
  CHECK_THROWS_WITH_AS(choose_sources(rule, *graph, names),
                       doctest::Contains("vertex b is not in the graph, whose ids are names: a, x, ..."), UserError);
}

TEST_CASE("random sources are distinct, have out-edges, and depend on the seed alone") {
  const auto graph = sample();
  SourceRule rule{.kind = SourceRule::Kind::random, .ids = {}, .count = 64, .seed = 3};
  const auto first = choose_sources(rule, *graph, 0);
  CHECK(std::set<Vertex>(first.begin(), first.end()) == std::set<Vertex>{0, 1, 2});
  CHECK(first.size() == 3);
  CHECK(choose_sources(rule, *graph, 0) == first);
  rule.count = 1;
  CHECK(choose_sources(rule, *graph, 0) == std::vector<Vertex>{first[0]});
}

TEST_CASE("the vertex of highest out-degree") {
  CHECK(choose_sources({.kind = SourceRule::Kind::max_degree}, *sample(), 0) == std::vector<Vertex>{2});
}

TEST_CASE("graphs without a vertex to start from are refused, listed sources without out-edges are not") {
  const auto empty = make_graph<float>(0, {}, OffsetKind::offsets32);
  CHECK_THROWS_AS(choose_sources({}, *empty, 0), UserError);
  const auto isolated = make_graph<float>(2, {}, OffsetKind::offsets32);
  CHECK_THROWS_WITH_AS(choose_sources({}, *isolated, 0), doctest::Contains("no vertex of the graph has an out-edge"),
                       UserError);
  CHECK(choose_sources({.kind = SourceRule::Kind::listed, .ids = {1}}, *isolated, 0) == std::vector<Vertex>{1});
}

}  // namespace
}  // namespace wayfront::host
