// separator-sweep-cuda where it differs from other plugins: streets of every kind from every source, batches of any
// size, answers in memory that the device writes to and in memory that it does not, new weights, hard shapes. The
// conformance suite has the rest.
#include "../plugins/streets.hpp"
#include "batch_test.hpp"

namespace wayfront::host::conformance {

Values small_leaves() { return values_with({{"leaf_size", 8}}); }  // deep trees on small graphs

std::string plugin_file() { return "plugins/separator-sweep-cuda.so"; }

std::vector<Values> option_sets() { return {values_with({}), small_leaves()}; }

namespace {

template <WeightType W>
void with_all_sources(TestGraph<W> graph, const std::vector<Values>& sets) {
  graph.sources.resize(graph.vertices);
  std::iota(graph.sources.begin(), graph.sources.end(), Vertex{0});
  check_all(graph, sets);
}

TEST_CASE("streets of every kind, from every source") {
  WAYFRONT_NEEDS_DEVICE();
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    CAPTURE(seed);
    const std::uint32_t max = seed % 3 == 0 ? 4 : 1000;  // with 4, every fourth arc weighs nothing
    const auto weight = [&](Random& random, std::uint32_t) { return random.below(max); };
    with_weight_type(kinds()[seed % 4], [&]<WeightType W>() {
      with_all_sources(streets<W>(seed, 12, weight), {small_leaves(), values_with({})});
    });
  }
}

TEST_CASE_TEMPLATE("sums that round are mended", W, float, double) {
  WAYFRONT_NEEDS_DEVICE();
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    CAPTURE(seed);
    const W unit = static_cast<W>(seed % 2 == 0 ? 0.1 : 1e-3);
    auto graph = streets<W>(
        seed, 24, [&](Random& random, std::uint32_t) { return unit * static_cast<W>(1 + random.below(1000)); });
    graph.sources = {0, 7, graph.vertices / 2, graph.vertices - 1};
    check_all(graph, {small_leaves()});
  }
}

TEST_CASE_TEMPLATE("rows whose sums round are mended before they are reduced", W, float, double) {
  WAYFRONT_NEEDS_DEVICE();
  const W unit = static_cast<W>(0.1);
  const auto graph =
      streets<W>(3, 24, [&](Random& random, std::uint32_t) { return unit * static_cast<W>(1 + random.below(1000)); });
  auto [built, subject] = Prepared(graph, small_leaves());
  std::vector<Vertex> sources;
  for (Vertex source = 0; source < 20; ++source) sources.push_back(source * 7 % graph.vertices);
  const std::vector<Reference<W>> all = references<W>(*built, sources);
  for (const std::size_t count : {20U, 2U}) {
    const Problem problem{.source = sources[0], .more = {.sources = std::span(sources).first(count), .reduce = true}};
    REQUIRE_NOTHROW(subject.template check<W>(problem, pointers_to<W>(std::span(all).first(count)), Form::reductions));
  }
}

TEST_CASE_TEMPLATE("batches of any size have the answers of their sources", W, std::int32_t, float, std::int64_t,
                   double) {
  WAYFRONT_NEEDS_DEVICE();
  const auto graph = streets<W>(5, 70, [](Random& random, std::uint32_t) { return W(1 + random.below(99)) / W(8); });
  auto [built, subject] = Prepared(graph, small_leaves(), OffsetKind::offsets64);
  std::vector<Vertex> sources;
  for (Vertex source = 0; source < 100; ++source) sources.push_back(source * 41 % graph.vertices);
  const std::vector<Reference<W>> all = references<W>(*built, sources);
  for (const std::size_t count : {1U, 2U, 31U, 32U, 33U, 64U, 65U, 100U, 100U, 100U, 3U, 3U}) {
    CAPTURE(count);
    const auto expected = pointers_to<W>(std::span(all).first(count));
    Problem problem{.source = sources[0], .more = {.sources = std::span(sources).first(count)}};
    REQUIRE_NOTHROW(subject.template check<W>(problem, expected));
    problem.more.reduce = true;
    problem.more.within = 100;
    REQUIRE_NOTHROW(subject.template check<W>(problem, expected, Form::reductions));
  }
}

/// Rows that have the targets alone, in between rows that have all.
template <WeightType W>
void check_targets(W unit) {
  const auto graph =
      streets<W>(6, 40, [&](Random& random, std::uint32_t) { return unit * static_cast<W>(1 + random.below(99)); });
  auto [built, subject] = Prepared(graph, small_leaves());
  std::vector<Vertex> sources;
  for (Vertex source = 0; source < 40; ++source) sources.push_back(source * 41 % graph.vertices);
  const std::vector<Reference<W>> expected = references<W>(*built, sources);
  std::vector<Vertex> many(graph.vertices);
  std::iota(many.begin(), many.end(), Vertex{0});
  many.insert(many.end(), many.begin(), many.begin() + 100);  // more than there are vertices, some twice
  for (const auto& targets : {std::vector<Vertex>{5}, std::vector<Vertex>{82, 41, 82, graph.vertices - 1}, many}) {
    for (const std::uint32_t count : {1U, 3U, 4U, 40U, 40U, 40U}) {
      CAPTURE(targets.size());
      CAPTURE(count);
      const Problem problem{.source = sources[0],
                            .more = {.sources = std::span(sources).first(count), .targets = targets}};
      REQUIRE_NOTHROW(
          subject.template check<W>(problem, pointers_to<W>(std::span(expected).first(count)), Form::targets));
    }
    REQUIRE_NOTHROW(subject.template check<W>(sources[7], expected[7]));
  }
}

TEST_CASE_TEMPLATE("targets alone", W, std::int32_t, float, std::int64_t, double) {
  WAYFRONT_NEEDS_DEVICE();
  check_targets<W>(W{1});
}

TEST_CASE_TEMPLATE("targets alone, with sums that round", W, float, double) {
  WAYFRONT_NEEDS_DEVICE();
  check_targets<W>(static_cast<W>(0.1));
}

TEST_CASE("an instance that gets other weights on the same streets, or other streets") {
  WAYFRONT_NEEDS_DEVICE();
  Subject subject(suite(), small_leaves());
  std::shared_ptr<const StoredGraph> before;
  for (const std::uint64_t seed : {3U, 3U, 4U, 3U}) {
    static std::uint32_t max = 10;
    max *= 7;
    const std::shared_ptr<const StoredGraph> graph = streets<std::int32_t>(seed, 30, [](Random& random, std::uint32_t) {
                                                       return random.below(100'000) % max;
                                                     }).build(OffsetKind::offsets32);
    subject.prepare(*graph);
    for (const Vertex source : {0U, 5U, 411U, 800U})
      REQUIRE_NOTHROW(subject.check<std::int32_t>(source, solve_plainly<std::int32_t>(*graph, source)));
    before = graph;
  }
}

TEST_CASE("hard shapes") {
  WAYFRONT_NEEDS_DEVICE();
  for_each_hard_shape([](const TestGraph<std::int32_t>& graph) { check_all(graph, {values_with({})}); });
}

}  // namespace
}  // namespace wayfront::host::conformance
