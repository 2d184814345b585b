// separator-sweep-cuda where it differs from other plugins: streets of every kind from every source, batches of any
// size, answers in memory that the device writes to and in memory that it does not, new weights, hard shapes. The
// conformance suite has the rest.
#include "../plugins/streets.hpp"
#include "batch_test.hpp"

namespace wayfront::host::conformance {

Values small_leaves() { return values_with({{"leaf_size", 8}}); }  // deep trees on small graphs

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
  const auto built = graph.build(OffsetKind::offsets32);
  Subject subject(suite(), small_leaves());
  subject.prepare(*built);
  std::vector<Vertex> sources;
  for (Vertex source = 0; source < 20; ++source) sources.push_back(source * 7 % graph.vertices);
  const std::vector<Reference<W>> all = references<W>(*built, sources);
  for (const std::size_t count : {20U, 2U}) {
    const Problem problem{.source = sources[0], .sources = std::span(sources).first(count), .reduce = true};
    REQUIRE_NOTHROW(subject.template check<W>(problem, pointers_to<W>(std::span(all).first(count)), Form::reductions));
  }
}

TEST_CASE_TEMPLATE("batches of any size have the answers of their sources", W, std::int32_t, float, std::int64_t,
                   double) {
  WAYFRONT_NEEDS_DEVICE();
  const auto graph = streets<W>(5, 70, [](Random& random, std::uint32_t) { return W(1 + random.below(99)) / W(8); });
  const auto built = graph.build(OffsetKind::offsets64);
  Subject subject(suite(), small_leaves());
  subject.prepare(*built);
  std::vector<Vertex> sources;
  for (Vertex source = 0; source < 100; ++source) sources.push_back(source * 41 % graph.vertices);
  const std::vector<Reference<W>> all = references<W>(*built, sources);
  for (const std::size_t count : {1U, 2U, 31U, 32U, 33U, 64U, 65U, 100U, 100U, 100U, 3U, 3U}) {
    CAPTURE(count);
    const auto expected = pointers_to<W>(std::span(all).first(count));
    Problem problem{.source = sources[0], .sources = std::span(sources).first(count)};
    REQUIRE_NOTHROW(subject.template check<W>(problem, expected));
    problem.reduce = true;
    problem.within = 100;
    REQUIRE_NOTHROW(subject.template check<W>(problem, expected, Form::reductions));
  }
}

/// Rows that have the targets alone, in between rows that have all.
template <WeightType W>
void check_targets(W unit) {
  const auto graph =
      streets<W>(6, 40, [&](Random& random, std::uint32_t) { return unit * static_cast<W>(1 + random.below(99)); });
  const auto built = graph.build(OffsetKind::offsets32);
  std::vector<Vertex> sources;
  for (Vertex source = 0; source < 40; ++source) sources.push_back(source * 41 % graph.vertices);
  const std::vector<Reference<W>> expected = references<W>(*built, sources);
  std::vector<Vertex> many(graph.vertices);
  std::iota(many.begin(), many.end(), Vertex{0});
  many.insert(many.end(), many.begin(), many.begin() + 100);  // more than there are vertices, some twice
  Subject subject(suite(), small_leaves());
  subject.prepare(*built);
  for (const auto& targets : {std::vector<Vertex>{5}, std::vector<Vertex>{82, 41, 82, graph.vertices - 1}, many}) {
    for (const std::uint32_t count : {1U, 3U, 4U, 40U, 40U, 40U}) {
      CAPTURE(targets.size());
      CAPTURE(count);
      const Problem problem{.source = sources[0], .sources = std::span(sources).first(count), .targets = targets};
      REQUIRE_NOTHROW(subject.template check<W>(problem, pointers_to<W>(std::span(expected).first(count)), Form::targets));
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

TEST_CASE("hard shapes: a star, a path, a ladder, a wheel, a clique, grids, long extra edges, no edges") {
  WAYFRONT_NEEDS_DEVICE();
  const auto check = [](TestGraph<std::int32_t> graph, std::vector<Vertex> sources) {
    graph.sources = std::move(sources);
    check_all(graph, {values_with({})});
  };
  TestGraph<std::int32_t> star{.vertices = 1'000'001, .arcs = {}};
  for (Vertex leaf = 0; leaf < 1'000'000; ++leaf) star.add_both(leaf, 1'000'000, 1 + static_cast<int>(leaf % 7));
  check(star, {5, 1'000'000, 5});
  TestGraph<std::int32_t> path{.vertices = 100'000, .arcs = {}};
  for (Vertex v = 0; v + 1 < path.vertices; ++v) path.add_both(v, v + 1, 1 + static_cast<int>(v % 9));
  check(path, {0, 777, 99'999});
  TestGraph<std::int32_t> ladder{.vertices = 200'000, .arcs = {}};
  for (Vertex v = 0; v + 2 < ladder.vertices; ++v) {
    ladder.add_both(v, v + 2, 3);
    if (v % 2 == 0) ladder.add_both(v, v + 1, 2);
  }
  check(ladder, {77, 100'000});
  TestGraph<std::int32_t> wheel{.vertices = 20'001, .arcs = {}};
  for (Vertex v = 0; v < 20'000; ++v) {
    wheel.add_both(v, (v + 1) % 20'000, 1);
    wheel.add_both(v, 20'000, 50);
  }
  check(wheel, {20'000, 3});
  TestGraph<std::int32_t> clique{.vertices = 300, .arcs = {}};
  for (Vertex u = 0; u < 300; ++u)
    for (Vertex v = 0; v < u; ++v) clique.add_both(u, v, static_cast<int>(u * 7 + v * 5) % 100);
  check(clique, {3, 299});
  auto shortcuts = grid<std::int32_t>(100, 100, 1);
  Random random(2);
  for (int i = 0; i < 260; ++i) shortcuts.add_both(random.below(10'000), random.below(10'000), 5);
  check(shortcuts, {12, 9'999});
  check(grid<std::int32_t>(200, 200, 9), {0, 19'900, 39'999, 1});
  check({.vertices = 1000, .arcs = {}}, {999});
  check({.vertices = 1, .arcs = {}}, {0});
}

}  // namespace
}  // namespace wayfront::host::conformance
