// push-pull where it differs from other plugins: many random graphs under many options, stages and levels of any width,
// rows in pieces, blocks without room, answers in codes, and several sources: rows and reductions on graphs that try each
// way a group of sources can take. The conformance suite has the rest.
#include "batch_test.hpp"

namespace wayfront::host::conformance {
constexpr std::int64_t codes = 1, whole = 2;  // words of `copy`

std::string plugin_file() { return "tuned/push-pull.so"; }

std::vector<Values> option_sets() {
  return {
      values_with({{"pull_share", 1}}),  // pull after the first stage
      values_with({{"pull_share", 0}}),  // never pull
      values_with({{"bound", 1}}),
      values_with({{"bound", 40}, {"level", 40}}),
      values_with({{"bound", 100}, {"level", 30}, {"pull_share", 1}}),
      values_with({{"bound", 1000000}, {"level", 50000}}),
      values_with({{"piece", 8}, {"giant", 2}, {"room", 0}}),
      values_with({{"piece", 8}, {"giant", 2}, {"room", 3}, {"bound", 5}}),
      values_with({{"piece", 8}, {"giant", 1000000}, {"bound", 30}, {"level", 15}}),
      values_with({{"sort_arcs", 20}, {"piece", 8}}),
      values_with({{"copy", codes}}),
      values_with({{"copy", codes}, {"piece", 16}, {"bound", 7}, {"pull_share", 1}}),
      values_with({}),
  };
}

namespace {

/// A star with most distances up to 50, `count` of them from `far` on, and some vertices without a path.
template <WeightType W>
TestGraph<W> star(Vertex vertices, W far, Vertex count) {
  TestGraph<W> test{vertices, {}, {0, vertices - 1}};
  for (Vertex v = 1; v < vertices - 100; ++v) {
    const bool is_far = v >= 1000 && v < 1000 + count;
    test.add(0, v, is_far ? static_cast<W>(far + static_cast<W>(v % 3)) : static_cast<W>(1 + v % 50));
    if (v % 7 == 0) test.add(v, v + 1, 1);
  }
  test.add(vertices - 1, 0, 2);
  return test;
}

TEST_CASE("distances at the borders of codes, few for the list and too many for it") {
  WAYFRONT_NEEDS_DEVICE();
  constexpr Vertex vertices = 10'001;             // not a multiple of anything
  constexpr Vertex room = vertices / 2048 + 256;  // of the list
  const std::vector<Values> sets = {values_with({{"copy", codes}}), values_with({{"copy", whole}})};
  for (const std::int64_t far : {251LL, 252LL, 253LL, 254LL, 255LL, 65'531LL, 65'533LL, 65'534LL, 65'535LL, 1LL << 30})
    for (const Vertex count : {1U, room - 1, room, room + 1, 2 * room}) {
      CAPTURE(far);
      CAPTURE(count);
      for_each_weight(plugin(),
                      [&]<WeightType W>() { check_all(star<W>(vertices, static_cast<W>(far), count), sets); });
    }
  for (const std::int64_t far : {0xffff'fffbLL, 0xffff'fffeLL, 1LL << 40})
    for (const Vertex count : {1U, 2 * room}) {
      CAPTURE(far);
      check_all(star<std::int64_t>(vertices, far, count), sets);
    }
}

TEST_CASE("codes after an answer that was too far for them") {
  WAYFRONT_NEEDS_DEVICE();
  // From vertex 0 all is near; from the last one everything is 2^29 farther.
  TestGraph<std::int32_t> test = star<std::int32_t>(5000, 60, 100);
  test.arcs.back().weight = 1 << 29;
  test.sources = {0, 4999, 0, 4999, 1, 0};
  check_all(test, {values_with({{"copy", codes}}), values_with({})});
}

/// Groups of each size, and groups whose blocks share rows, have no room, or go in many stages.
std::vector<Values> batch_sets() {
  return {
      values_with({{"together", 32}}),
      values_with({{"together", 64}, {"bound", 1}}),
      values_with({{"together", 128}, {"piece", 8}, {"giant", 2}, {"room", 0}}),
      values_with({{"together", 32}, {"piece", 8}, {"giant", 2}, {"room", 3}, {"bound", 5}}),
      values_with({{"together", 128}, {"bound", 40}, {"level", 40}}),
      values_with({{"together", 64}, {"bound", 100}, {"level", 30}}),
      values_with({{"together", 32}, {"bound", 1000000}, {"level", 50000}}),
      values_with({{"together", 1}}),
      values_with({}),
  };
}

/// Rows, three times so that the output is page-locked, and reductions, of the first `count` sources.
template <WeightType W>
void check_batch(Subject& subject, const std::vector<Vertex>& sources, const std::vector<Reference<W>>& expected,
                 std::size_t count) {
  CAPTURE(count);
  count = std::min(count, sources.size());
  const std::span<const Reference<W>> some = std::span(expected).first(count);
  Problem problem{sources[0]};
  problem.more.sources = std::span(sources).first(count);
  for (unsigned i = 0; i < 3; ++i) REQUIRE_NOTHROW(subject.template check<W>(problem, pointers_to<W>(some)));
  for (const double within : {infinity, 17.0, 0.0, -1.0}) {
    CAPTURE(within);
    problem.more.within = within;
    problem.more.check = within < 5;
    check_reductions<W>(subject, problem, some, false);
  }
}

template <WeightType W>
void check_sizes(const TestGraph<W>& test, const std::vector<Values>& sets, std::vector<std::size_t> sizes,
                 std::uint64_t seed = 1) {
  const auto graph = test.build(OffsetKind::offsets32);
  const std::vector<Vertex> sources = some_sources(test.vertices, std::ranges::max(sizes), seed);
  const std::vector<Reference<W>> expected = references<W>(*graph, sources);
  if (std::ranges::any_of(expected, [](const auto& it) { return it.kind != Kind::distances; })) return;
  for (std::size_t set = 0; set < sets.size(); ++set) {
    CAPTURE(set);
    Subject subject(suite(), sets[set]);
    subject.prepare(*graph);
    for (const std::size_t size : sizes) check_batch<W>(subject, sources, expected, size);
  }
}

const std::vector<std::size_t> sizes = {1, 2, 31, 32, 33};

/// Vertices of very different degrees, some without arcs in, some without arcs out, some on their own. Weights from
/// `lightest` to `heaviest`.
template <WeightType W>
TestGraph<W> power_law(unsigned scale, std::size_t arcs, std::uint32_t lightest, std::uint32_t heaviest,
                       std::uint64_t seed) {
  TestGraph<W> test{Vertex{1} << scale, {}, {0}};
  Random random(seed);
  for (std::size_t i = 0; i < arcs; ++i) {
    Vertex from = 0, to = 0;
    for (unsigned bit = 0; bit < scale; ++bit) {
      const std::uint64_t quarter = random.below(100);
      from = from * 2 + (quarter >= 76 ? 1 : 0);
      to = to * 2 + (quarter >= 57 && (quarter < 76 || quarter >= 95) ? 1 : 0);
    }
    test.add(from, to, static_cast<W>(lightest + random.below(heaviest - lightest + 1)));
  }
  return test;
}

TEST_CASE("rows that are sorted a few at a time: one, some with many arcs or none, all but a few, all") {
  WAYFRONT_NEEDS_DEVICE();
  std::vector<Values> sets;
  for (const std::int64_t arcs : {1, 100, 3000, 19'999, 20'000})
    sets.push_back(values_with({{"sort_arcs", arcs}, {"pull_share", arcs % 2}}));
  for_each_weight(plugin(), [&]<WeightType W>() {
    auto test = power_law<W>(10, 20'000, 0, 100, 13);
    test.sources = some_sources(test.vertices, 20, 14);
    check_all(test, sets);
    check_all(test, sets, OffsetKind::offsets64);
    test.add(1, 2, W{1 << 24});  // the arcs no longer have four bytes
    check_all(test, sets);
  });
}

TEST_CASE("batches on 300 random graphs agree with the plain reference, and so do their reductions") {
  WAYFRONT_NEEDS_DEVICE();
  const std::vector<Values> sets = batch_sets();
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    check_sizes(random_graph<std::int32_t>(seed), {sets[seed % sets.size()]}, {sizes[seed / 7 % sizes.size()]}, seed);
  }
}

TEST_CASE("other types of weights, in batches") {
  WAYFRONT_NEEDS_DEVICE();
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    const std::vector<Values> sets = {values_with({})};
    check_sizes(random_graph<std::int64_t>(seed), sets, {9});
    check_sizes(random_graph<float>(seed), sets, {9});
    check_sizes(random_graph<double>(seed), sets, {9});
  }
}

TEST_CASE("batches on power-law graphs") {
  WAYFRONT_NEEDS_DEVICE();
  std::vector<std::size_t> all = sizes;
  all.push_back(140);
  check_sizes(power_law<std::int32_t>(12, 60'000, 1, 100, 5), batch_sets(), all);
}

TEST_CASE("batches with weights of 0, and with weights that need wide levels and wide cells") {
  WAYFRONT_NEEDS_DEVICE();
  check_sizes(power_law<std::int32_t>(11, 20'000, 0, 2, 6), batch_sets(), {33});
  check_sizes(power_law<std::int32_t>(11, 20'000, 0, 0, 7), batch_sets(), {33});
  check_sizes(power_law<std::int32_t>(11, 20'000, 1, 1, 8), batch_sets(), {33});
  check_sizes(power_law<std::int32_t>(11, 20'000, 1, 3000, 9), batch_sets(), {33, 70});
  check_sizes(power_law<std::int32_t>(11, 20'000, 0, 900'000, 10), batch_sets(), {33, 70});
}

TEST_CASE("batches on a deep graph") {
  WAYFRONT_NEEDS_DEVICE();
  check_sizes(grid<std::int32_t>(40, 40, 3), batch_sets(), {33});
}

/// A path, and a vertex that reaches all of it by arcs of weight 1.
TestGraph<std::int32_t> path(Vertex vertices, std::int32_t weight) {
  TestGraph<std::int32_t> test{vertices + 1, {}, {0}};
  for (Vertex v = 0; v + 1 < vertices; ++v) test.add(v, v + 1, weight);
  for (Vertex v = 0; v < vertices; v += 3) test.add(vertices, v, 1);
  return test;
}

TEST_CASE("distances beyond 16 bits, and beyond what groups take") {
  WAYFRONT_NEEDS_DEVICE();
  check_sizes(path(3000, 20), batch_sets(), {33});
  check_sizes(path(3000, 10), batch_sets(), {33});
  check_sizes(path(450, 4'000'000), batch_sets(), {33});
}

TEST_CASE("sources that reach nothing or little, alone and among others") {
  WAYFRONT_NEEDS_DEVICE();
  TestGraph<std::int32_t> test = power_law<std::int32_t>(11, 30'000, 1, 50, 11);
  const Vertex first = test.vertices;
  test.vertices += 60;  // 20 on their own, and paths of two
  for (Vertex v = first + 20; v + 1 < test.vertices; v += 2) test.add(v, v + 1, 5);
  test.add(first, first, 3);  // an arc to itself
  const auto graph = test.build(OffsetKind::offsets32);
  for (const Vertex step : {1U, 50U}) {
    std::vector<Vertex> sources;
    for (Vertex i = 0; i < 40; ++i) sources.push_back(test.vertices - 1 - i * step);
    const auto expected = references<std::int32_t>(*graph, sources);
    for (const Values& values : batch_sets()) {
      Subject subject(suite(), values);
      subject.prepare(*graph);
      check_batch<std::int32_t>(subject, sources, expected, sources.size());
    }
  }
}

TEST_CASE("rows of a larger graph that are copied while the next group is solved") {
  WAYFRONT_NEEDS_DEVICE();
  check_sizes(power_law<std::int32_t>(16, 1'000'000, 1, 100, 12), {values_with({{"together", 32}}), values_with({})},
              {100});
}

TEST_CASE("a batch that is cancelled on its way ends within a second, and a smaller one after it is right") {
  WAYFRONT_NEEDS_DEVICE();
  const auto test = grid<std::int32_t>(700, 700, 3);  // too deep for pulls: each group takes long
  const std::vector<Vertex> sources = some_sources(test.vertices, 500, 4);
  auto [graph, subject] = Prepared(test, values_with({{"together", 128}}));
  OutputBuffers buffers(WeightKind::int32, test.vertices, OutputBuffers::Content::reductions);
  Output& output = buffers.fresh(static_cast<std::uint32_t>(sources.size()));
  const Problem problem{.source = sources[0], .more = {.sources = sources, .reduce = true}};
  CHECK(cancelled_after(std::chrono::milliseconds(60), subject, problem, output).code == StatusCode::cancelled);
  const std::vector<Vertex> few(sources.begin(), sources.begin() + 3);
  check_batch<std::int32_t>(subject, few, references<std::int32_t>(*graph, few), few.size());
}

TEST_CASE("single solves are right after one that was cancelled while vertices waited in wide levels") {
  WAYFRONT_NEEDS_DEVICE();
  const auto test = grid<std::int32_t>(700, 700, 3);
  auto [graph, subject] = Prepared(test, values_with({{"level", 8}}));
  const std::vector<Vertex> sources = some_sources(test.vertices, 20, 6);
  const std::vector<Reference<std::int32_t>> expected = references<std::int32_t>(*graph, sources);
  OutputBuffers buffers(WeightKind::int32, test.vertices, false);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const std::chrono::milliseconds wait(1 + i % 4);  // of about 8
    cancelled_after(wait, subject, {.source = sources[i]}, buffers.fresh(1));
    check_batch<std::int32_t>(subject, sources, expected, 1);
  }
}

TEST_CASE("device memory that goes away in the middle of a batch costs time or a sentence, and no answer") {
  WAYFRONT_NEEDS_DEVICE();
  check_vanishing_memory(values_with({{"together", 32}}));
}

}  // namespace
}  // namespace wayfront::host::conformance
