// near-far with several sources: against the plain reference, against single sources, and where a block's piles are too
// small. In the program of near_far_test.cpp.
#include "batch_test.hpp"

namespace wayfront::host::conformance {
namespace {

Output& solve_batch(Subject& subject, std::span<const Vertex> sources) {
  Output& output = subject.buffers(false).fresh(static_cast<std::uint32_t>(sources.size()));
  subject.context().start(0, false);
  const Status status =
      subject.instance().solve({.source = sources[0], .more = {.sources = sources}}, output, subject.context());
  REQUIRE_MESSAGE(status.ok(), std::string(status.text()));
  CHECK(subject.buffers(false).damage().empty());
  return output;
}

/// Each row against the reference, as far as the limit. Returns the largest distance from the first source.
template <WeightType W>
W check_batch(Subject& subject, const Graph& graph, std::span<const Vertex> sources, double limit = infinity) {
  const std::vector<Reference<W>> expected = references<W>(graph, sources);
  const Problem problem{.source = sources[0], .more = {.sources = sources, .limit = limit}};
  REQUIRE_NOTHROW(subject.template check<W>(problem, pointers_to<W>(expected)));
  return farthest_of(expected[0]);
}

/// Likewise, by the certificate, which takes large graphs too.
void check_certified(Subject& subject, const Graph& graph, std::span<const Vertex> sources) {
  Arena arena(4);
  const Output& output = solve_batch(subject, sources);
  for (std::uint32_t row = 0; row < sources.size(); ++row) {
    CAPTURE(row);
    REQUIRE(certify(graph, Problem{.source = sources[row]}, output, row, nullptr, arena).finding == Finding::right);
  }
}

/// All in batches, whatever their number.
Values batched(std::initializer_list<Set> sets = {}) { return values_with({{"batch", 1}}, values_with(sets)); }

TEST_CASE("random graphs: batches agree with the plain reference, with and without a core, with and without a limit") {
  WAYFRONT_NEEDS_DEVICE();
  const std::vector<Values> sets = {batched(),
                                    batched({{"mapping", 1}}),
                                    batched({{"mapping", 1}, {"core", 0}}),
                                    batched({{"core", 8}, {"core_rounds", 32}, {"mapping", 1}}),
                                    batched({{"mapping", 2}}),
                                    batched({{"far", 0}, {"mapping", 1}}),
                                    batched({{"delta", 3}, {"mapping", 1}})};
  const std::vector<WeightKind> types = kinds();
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    with_weight_type(types[seed % types.size()], [&]<WeightType W>() {
      const TestGraph<W> test = random_graph<W>(seed);
      auto [graph, subject] = Prepared(test, sets[seed / types.size() % sets.size()],
                                       seed % 5 == 0 ? OffsetKind::offsets64 : OffsetKind::offsets32);
      const auto sources = some_sources(test.vertices, 2 + seed % 40, seed);
      const W farthest = check_batch<W>(subject, *graph, sources);
      check_batch<W>(subject, *graph, sources, static_cast<double>(farthest) / 2);
    });
  }
}

/// A mesh whose vertices have two neighbours more often than not, so that it has a core.
template <WeightType W>
TestGraph<W> streets(Vertex side, std::uint64_t seed) {
  TestGraph<W> test{side * side, {}, {0}};
  Random random(seed);
  for (Vertex row = 0; row < side; ++row)
    for (Vertex column = 0; column < side; ++column) {
      const Vertex v = row * side + column;
      const auto weight = [&] { return static_cast<W>(random.chance(20) ? 0 : 1 + random.below(1000)); };
      if (column + 1 < side && !random.chance(8)) test.add_both(v, v + 1, weight());
      if (row + 1 < side && random.chance(3)) test.add_both(v, v + side, weight());
      if (random.chance(50)) test.add(v, random.below(side * side), weight());
    }
  return test;
}

TEST_CASE("batches of 1, 2, 31, 32, 33 and 500 sources equal the answers to single sources") {
  WAYFRONT_NEEDS_DEVICE();
  for_each_weight(plugin(), [&]<WeightType W>() {
    const TestGraph<W> test = streets<W>(60, 7);
    auto [graph, subject] = Prepared(test);
    const auto sources = some_sources(test.vertices, 500, 3);
    std::vector<std::vector<W>> single;
    for (const Vertex source : sources) {
      const auto found = solve_batch(subject, std::span(&source, 1)).template distances_as<W>();
      single.emplace_back(found.begin(), found.end());
    }
    for (const int round : {0, 1})  // the second time the output may be page-locked
      for (const std::size_t count :
           {std::size_t{500}, std::size_t{1}, std::size_t{2}, std::size_t{31}, std::size_t{32}, std::size_t{33}}) {
        CAPTURE(round);
        CAPTURE(count);
        const Output& output = solve_batch(subject, std::span(sources).first(count));
        for (std::uint32_t row = 0; row < count; ++row)
          REQUIRE(std::ranges::equal(output.template distances_as<W>(row), single[row]));
      }
  });
}

TEST_CASE("sources that reach nothing, or all at distance 0") {
  WAYFRONT_NEEDS_DEVICE();
  TestGraph<std::int32_t> test = streets<std::int32_t>(40, 5);
  const Vertex alone = test.vertices;
  test.vertices += 40;
  for (Vertex v = alone + 20; v + 1 < test.vertices; ++v) test.add(v, v + 1, 0);
  auto [graph, subject] = Prepared(test);
  std::vector<Vertex> sources(40);
  std::iota(sources.begin(), sources.end(), alone);
  sources.push_back(0);
  check_batch<std::int32_t>(subject, *graph, sources);
}

TEST_CASE("a far pile that is too small: such sources are solved by the whole device, in their rows") {
  WAYFRONT_NEEDS_DEVICE();
  // One vertex leads to more than a block's piles hold; sources far from it are not concerned.
  TestGraph<std::int32_t> test{30'000, {}, {0}};
  for (Vertex v = 1; v < 29'000; ++v) test.add(0, v, 1'000 + static_cast<std::int32_t>(v * 7919 % 100'000));
  for (Vertex v = 29'000; v + 1 < test.vertices; ++v) test.add_both(v, v + 1, 5);
  auto [graph, subject] = Prepared(test, batched({{"mapping", 1}, {"delta", 1}, {"core", 0}}));
  check_batch<std::int32_t>(subject, *graph, std::vector<Vertex>{29'500, 0, 5, 29'501, 29'999});
}

TEST_CASE("a batch that is cancelled ends within a second, and smaller and larger ones after it are right") {
  WAYFRONT_NEEDS_DEVICE();
  const TestGraph<std::int32_t> test = streets<std::int32_t>(500, 2);
  auto [graph, subject] = Prepared(test);
  const auto many = some_sources(test.vertices, 3000, 1);
  const std::span<const Vertex> few = std::span(many).first(40);
  solve_batch(subject, few);
  for (const int milliseconds : {0, 5, 30}) {
    CAPTURE(milliseconds);
    Output& output = subject.buffers(false).fresh(static_cast<std::uint32_t>(many.size()));
    const Status status = cancelled_after(std::chrono::milliseconds(milliseconds), subject,
                                          {.source = many[0], .more = {.sources = many}}, output);
    CHECK((status.code == StatusCode::cancelled || (status.ok() && milliseconds == 30)));
    check_certified(subject, *graph, few.first(9));
  }
  check_certified(subject, *graph, few);
}

template <WeightType W>
void check_sums(const TestGraph<W>& test, const Values& values, std::size_t count, OffsetKind offsets) {
  auto [graph, subject] = Prepared(test, values, offsets);
  const auto sources = some_sources(test.vertices, count, 11);
  const std::vector<Reference<W>> expected = references<W>(*graph, sources);
  const auto farthest = static_cast<double>(farthest_of(expected[0]));
  for (const double limit : {infinity, farthest * 0.7}) {
    Problem problem{.source = sources[0], .more = {.limit = limit}};
    if (count > 1) problem.more.sources = sources;
    problem.more.within = farthest * 0.4;
    for (const bool check : {true, false}) {
      CAPTURE(limit);
      problem.more.check = check;
      check_reductions<W>(subject, problem, expected, true);
    }
  }
}

TEST_CASE("reductions equal those of the reference's rows, and the rows are proved where they stand") {
  WAYFRONT_NEEDS_DEVICE();
  for_each_weight(plugin(), [&]<WeightType W>() {
    for (const std::size_t count : {1U, 2U, 33U, 100U})
      for (const OffsetKind offsets : {OffsetKind::offsets32, OffsetKind::offsets64}) {
        if (offsets == OffsetKind::offsets64 && count > 2) continue;  // one after the other, like these
        CAPTURE(count);
        check_sums(streets<W>(50, 9), values_with({}), count, offsets);
        check_sums(streets<W>(50, 9), values_with({{"batch", 0}, {"mapping", 2}}), std::min<std::size_t>(count, 3),
                   offsets);
        check_sums(streets<W>(50, 9), values_with({{"core", 0}, {"alone", 0}}), count, offsets);
      }
  });
}

TEST_CASE("checks of rows with a long chain of weight 0 that are cancelled end within a second") {
  WAYFRONT_NEEDS_DEVICE();
  // The chain runs against the order of the numbers, so that a pass proves one vertex more, or a few.
  TestGraph<std::int32_t> test = streets<std::int32_t>(1000, 4);
  const Vertex chain = test.vertices;
  test.vertices += 5000;
  for (Vertex v = chain; v + 1 < test.vertices; ++v) test.add(v + 1, v, 0);
  test.add(0, test.vertices - 1, 7);
  auto [graph, subject] = Prepared(test, batched());
  const auto sources = some_sources(chain, 512, 6);
  OutputBuffers buffers(WeightKind::int32, test.vertices, OutputBuffers::Content::reductions);
  Output& output = buffers.fresh(static_cast<std::uint32_t>(sources.size()));
  const Problem problem{.source = sources[0], .more = {.sources = sources, .reduce = true, .check = true}};
  CHECK(cancelled_after(std::chrono::milliseconds(1500), subject, problem, output).code == StatusCode::cancelled);
}

TEST_CASE("device memory that goes away in the middle of a batch costs time or a sentence, and no answer") {
  WAYFRONT_NEEDS_DEVICE();
  check_vanishing_memory(values_with({}));
}

}  // namespace
}  // namespace wayfront::host::conformance
