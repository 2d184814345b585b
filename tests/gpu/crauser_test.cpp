// crauser where it differs from other plugins: rounds and work against a sequential count, many random graphs under
// many options, and what it refuses. The conformance suite has the rest.
#include "plugin_test.hpp"

namespace wayfront::host::conformance {

std::string plugin_file() { return "tuned/crauser.so"; }

std::vector<Values> option_sets() {
  // choices by position: reduction 1 cub, 2 reduce4; criterion 1 martin, 2 in, 3 in_or_out
  return {
      values_with({}),
      values_with({{"loop", 1}, {"reduction", 2}}),
      values_with({{"frontier", 1}, {"reduction", 1}}),
      values_with({{"frontier", 1}, {"loop", 1}, {"relax_block", 96}, {"minimum_block", 192}, {"reduction", 2}}),
      values_with({{"direction", 1}, {"block_size", 64}}),
      values_with({{"direction", 1}, {"loop", 1}, {"update_block", 1024}, {"reduction", 1}}),
      values_with({{"direction", 1}, {"frontier", 1}, {"criterion", 1}, {"carveout", 0}}),
      values_with({{"criterion", 2}, {"reduction", 1}, {"block_size", 32}, {"carveout", 50}}),
      values_with({{"criterion", 3}, {"hub_degree", 32}, {"threads_per_sm", 2048}, {"reduction", 2}}),
      values_with({{"criterion", 1}, {"hub_degree", 32}, {"loop", 1}, {"relax_block", 32}, {"carveout", 100}}),
  };
}

namespace {

TEST_CASE("negative arcs are refused with the reason") {
  WAYFRONT_NEEDS_DEVICE();
  CHECK(contains(refusal(TestGraph<std::int32_t>{2, {{0, 1, -5}}, {0}}, values_with({})),
                 "which negative weights undo; the least of this graph is -5"));
}

/// Positions of the words of `criterion`.
enum Criterion : std::int64_t { by_out, martin, by_in, by_in_or_out };

/// What a sequential version does, counted the slow way: each round looks at all vertices for those that it may settle.
template <WeightType W>
Work count_sequentially(const TestGraph<W>& test, Vertex source, Criterion criterion) {
  std::vector<W> distances(test.vertices, unreached<W>), out(distances), in(distances);
  for (const Arc<W>& arc : test.arcs) {
    out[arc.source] = std::min(out[arc.source], arc.weight);
    in[arc.target] = std::min(in[arc.target], arc.weight);
  }
  std::vector<bool> settled(test.vertices);
  distances[source] = 0;
  Work work;
  for (;;) {
    W min_distance = unreached<W>, safe = unreached<W>;
    std::uint64_t waiting = 0;
    for (Vertex v = 0; v < test.vertices; ++v) {
      if (settled[v] || distances[v] == unreached<W>) continue;
      ++waiting;
      min_distance = std::min(min_distance, distances[v]);
      safe = std::min(safe, saturating_add(distances[v], out[v]));
    }
    if (work.rounds != 0) work.pushed += waiting;
    if (waiting == 0) return work;
    ++work.rounds;
    std::vector<bool> taken(test.vertices);
    for (Vertex v = 0; v < test.vertices; ++v) {
      if (settled[v] || distances[v] == unreached<W>) continue;
      const bool outwards = distances[v] <= safe, inwards = distances[v] <= saturating_add(min_distance, in[v]);
      taken[v] = criterion == martin   ? distances[v] == min_distance
                 : criterion == by_out ? outwards
                 : criterion == by_in  ? inwards
                                       : outwards || inwards;
      work.settled += taken[v] ? 1 : 0;
    }
    const std::vector<W> before = distances;
    for (const Arc<W>& arc : test.arcs) {
      if (!taken[arc.source]) continue;
      ++work.relaxed;
      distances[arc.target] = std::min(distances[arc.target], saturating_add(before[arc.source], arc.weight));
    }
    for (Vertex v = 0; v < test.vertices; ++v) settled[v] = settled[v] || taken[v];
  }
}

template <WeightType W>
void check_rounds(const TestGraph<W>& test, Criterion criterion) {
  const auto graph = test.build(OffsetKind::offsets32);
  for (const std::int64_t predecessors : {0, 1})
    for (const std::int64_t flags : {0, 1})
      for (const std::int64_t host : {0, 1}) {
        CAPTURE(predecessors);
        CAPTURE(flags);
        CAPTURE(host);
        Subject subject(suite(), values_with({{"criterion", criterion},
                                              {"direction", predecessors},
                                              {"frontier", flags},
                                              {"loop", host},
                                              {"hub_degree", 32}}));
        subject.prepare(*graph);
        for (const Vertex source : test.sources) {
          const Work expected = count_sequentially(test, source, criterion);
          const Work work = subject.solve_right(source).work;
          REQUIRE(work.rounds == expected.rounds);
          REQUIRE(work.settled == expected.settled);
          if (predecessors == 0) REQUIRE(work.relaxed == expected.relaxed);
          if (predecessors == 0 && flags == 0) REQUIRE(work.pushed == expected.pushed);
        }
      }
}

TEST_CASE("rounds, settled vertices and relaxed arcs are those of a sequential version, on random graphs") {
  WAYFRONT_NEEDS_DEVICE();
  for (std::uint64_t seed = 0; seed < 160; ++seed) {
    CAPTURE(seed);
    const auto criterion = static_cast<Criterion>(seed % 4);
    if (seed % 3 == 0) {
      check_rounds(random_graph<float>(seed), criterion);
    } else {
      check_rounds(random_graph<std::int32_t>(seed), criterion);
    }
  }
}

/// 8 layers of 40 vertices; arcs of weights 0..9 to the next three layers, and hubs that reach a whole layer.
TestGraph<std::int32_t> layers() {
  TestGraph<std::int32_t> test{320, {}, {0, 319}};
  Random random(5);
  for (Vertex v = 0; v < 280; ++v) {
    for (int i = 0; i < 4; ++i)
      test.add(v, std::min(v / 40 * 40 + 40 + random.below(120), 319U), static_cast<std::int32_t>(random.below(10)));
    if (v % 40 == 0)
      for (Vertex w = 0; w < 40; ++w) test.add(v, v + 40 + w, static_cast<std::int32_t>(w));
  }
  return test;
}

TEST_CASE("all criteria do the rounds of a sequential version where ties, zero weights and hubs abound") {
  WAYFRONT_NEEDS_DEVICE();
  for (const Criterion criterion : {by_out, martin, by_in, by_in_or_out}) {
    CAPTURE(criterion);
    check_rounds(layers(), criterion);
  }
}

TEST_CASE("the criteria differ as they should") {
  // A star whose arcs weigh 10, 11, ..., 19; behind each end an arc of weight 5. OUT takes six ends in the second
  // round.
  TestGraph<std::int32_t> test{21, {}, {0}};
  for (Vertex v = 1; v <= 10; ++v) {
    test.add(0, v, static_cast<std::int32_t>(v) + 9);
    test.add(v, v + 10, 5);
  }
  CHECK(count_sequentially(test, 0, by_out).rounds == 4);   // 0; 10-15; up to 16 + 5; the rest has no arcs
  CHECK(count_sequentially(test, 0, martin).rounds == 16);  // each distance: 0, 10, 11, ..., 24
  CHECK(count_sequentially(test, 0, by_in).rounds == 4);    // nothing lighter leads into the ends of the star
  CHECK(count_sequentially(test, 0, by_in_or_out).rounds == 3);
  WAYFRONT_NEEDS_DEVICE();
  for (const Criterion criterion : {by_out, martin, by_in, by_in_or_out}) check_rounds(test, criterion);
}

TEST_CASE("every set of options agrees with the plain reference on a graph of many blocks") {
  WAYFRONT_NEEDS_DEVICE();
  TestGraph<std::int32_t> test{1'000, {}, {0}};
  Random random(9);
  for (Vertex v = 0; v < 1'000; ++v)
    for (int i = 0; i < 6; ++i) test.add(v, random.below(1'000), static_cast<std::int32_t>(random.below(4)));
  for (Vertex v = 0; v < 900; ++v) test.add(7, v, static_cast<std::int32_t>(v % 10));  // a hub
  check_all(test, option_sets());
}

TEST_CASE("vertices without arcs out and a lightest arc that does not fit end in the right rounds") {
  constexpr std::int32_t max = unreached<std::int32_t> - 1;
  // 1 and 2 are sinks; 3 has only an arc that overflows, to 4, which stays unreached for that reason alone.
  const TestGraph<std::int32_t> test{6, {{0, 1, 3}, {0, 2, 9}, {0, 3, 4}, {3, 0, max}, {5, 0, 1}}, {0, 1}};
  CHECK(count_sequentially(test, 0, by_out).rounds == 2);
  WAYFRONT_NEEDS_DEVICE();
  for (const Criterion criterion : {by_out, martin, by_in, by_in_or_out}) check_rounds(test, criterion);
}

}  // namespace
}  // namespace wayfront::host::conformance
