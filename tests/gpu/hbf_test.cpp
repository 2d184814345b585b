// hbf where it differs from other plugins: many random graphs under many options, what it refuses and
// how, and negative cycles that are found early. The conformance suite has the rest.
#include "plugin_test.hpp"

namespace wayfront::host::conformance {

std::string plugin_file() { return "tuned/hbf.so"; }

std::vector<Values> option_sets() {
  // choices by position: dedup 1 atomic64, 2 stamp, 3 lookup, 4 none; hubs 1 dynamic_parallelism, 2 none
  return {
      values_with({}),
      values_with({{"loop", 1}, {"defer", 0}}),
      values_with({{"edge_classes", 1}, {"dedup", 4}, {"room", 0}}),
      values_with({{"dedup", 3}, {"room", 0}, {"block_size", 64}}),
      values_with({{"dedup", 2}, {"mapping", 1}, {"virtual_warp_min", 4}, {"hub_degree", 32}}),
      values_with({{"dedup", 3}, {"loop", 1}, {"mapping", 1}, {"enqueue", 1}, {"warp_workload", 1}}),
      values_with({{"dedup", 4}, {"loop", 1}, {"hub_degree", 32}, {"virtual_warp_max", 4}}),
      values_with({{"frontier_cache", 1}, {"arc_cache", 3}, {"distance_cache", 1}, {"edge_classes", 4}}),
      values_with({{"dedup", 4}, {"distance_cache", 1}, {"hubs", 2}, {"arc_cache", 1}, {"edge_classes", 5}}),
      values_with({{"dedup", 2}, {"edge_classes", 2}, {"enqueue", 1}, {"block_size", 32}}),
      values_with({{"edge_classes", 3}, {"defer", 0}, {"virtual_warp_min", 32}, {"arc_cache", 2}}),
      values_with({{"source_store", 1}}),
      values_with({{"source_store", 1}, {"edge_classes", 3}, {"dedup", 2}, {"loop", 1}}),
      values_with({{"source_store", 1}, {"dedup", 4}, {"hub_degree", 32}}),
  };
}

namespace {

/// Hubs with kernels of their own: for 32-bit offsets.
std::vector<Values> launching_sets() {
  return {
      values_with({{"hubs", 1}, {"loop", 1}, {"hub_degree", 32}}),
      values_with({{"hubs", 1}, {"loop", 1}, {"hub_degree", 32}, {"dedup", 3}, {"enqueue", 1}}),
  };
}

TEST_CASE("what 64-bit weights do not have is refused with a sentence that says what they have") {
  WAYFRONT_NEEDS_DEVICE();
  const auto wide = random_graph<std::int64_t>(1);
  CHECK(refusal(wide, values_with({{"dedup", 1}})).starts_with("hbf: dedup = \"atomic64\" takes weights of 32 bits"));
  CHECK(refusal(wide, launching_sets()[0]) ==
        "hbf: hubs = \"dynamic_parallelism\" takes weights of 32 bits; hubs = \"queue\" takes all");
}

TEST_CASE("hubs with kernels of their own take random graphs, but not those of 64-bit offsets") {
  WAYFRONT_NEEDS_DEVICE();
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    CAPTURE(seed);
    const Values values = launching_sets()[seed % 2];
    if (seed % 3 == 0) {
      check_all(random_graph<float>(seed), {values});
    } else {
      check_all(random_negative_graph<std::int32_t>(seed, seed % 4 == 0), {values});
    }
  }
  CHECK(contains(
      refusal(random_graph<std::int32_t>(1), launching_sets()[0], StatusCode::unsupported, OffsetKind::offsets64),
      "hubs = \"queue\""));
}

TEST_CASE("a round that one block could run is run by all where the queue has no room for its vertices") {
  WAYFRONT_NEEDS_DEVICE();
  // No hubs; 3,000 vertices at once, more than one block takes, then level by level 300, more than the smallest queue
  // holds. Later levels have smaller ids, so that no round that looks at all vertices in their order does many at once.
  constexpr Vertex few = 100, wide = 3'000, narrow = 300, levels = 40;
  TestGraph<std::int32_t> test{1 + few + wide + levels * narrow, {}, {0}};
  for (Vertex v = 1; v <= few; ++v) test.add(0, v, 1);
  for (Vertex v = 0; v < wide; ++v) test.add(1 + v % few, 1 + few + v, 1);
  for (Vertex i = 1; i <= narrow; ++i) {
    const auto at = [&](Vertex level) { return few + wide + (levels - 1 - level) * narrow + i; };
    test.add(few + i, at(0), 1);
    for (Vertex level = 0; level + 1 < levels; ++level) test.add(at(level), at(level + 1), 1);
  }
  check_all(test, {values_with({{"dedup", 4}, {"room", 0}, {"edge_classes", 1}}), values_with({{"dedup", 4}})});
}

/// Two hubs of 6,000 arcs each, half of them to leaves, with a lighter parallel arc and a loop here and there.
void check_hubs(const std::vector<Values>& sets) {
  TestGraph<std::int32_t> test{9'000, {}, {0, 1, 8'999}};
  for (Vertex v = 2; v < 6'002; ++v) {
    const auto weight = static_cast<std::int32_t>(v * 2'654'435'761U >> 25) + 1;
    test.add(0, v, weight);
    if (v % 3 != 0) test.add_both(1, v, 130 - weight);
    if (v % 7 == 0) test.add(0, v, weight - 1);
    if (v % 11 == 0) test.add(v, v, 1);
    if (v % 5 == 0) test.add_both(v, v % 3'000 + 6'000, weight);
  }
  check_all(test, sets);
}

TEST_CASE("every set of options agrees with the plain reference on hubs, leaves and parallel arcs") {
  WAYFRONT_NEEDS_DEVICE();
  check_hubs(option_sets());
}

TEST_CASE("hubs with kernels of their own agree with the plain reference") {
  WAYFRONT_NEEDS_DEVICE();
  check_hubs(launching_sets());
}

std::uint64_t relaxed(const TestGraph<std::int32_t>& test, const Values& values) {
  return work_of(test, values).relaxed;
}

TEST_CASE(
    "three vertices that improve a fourth at once queue it once; without removal of duplicates maybe more often") {
  WAYFRONT_NEEDS_DEVICE();
  // The paper's figure 3, and behind the fourth vertex three arcs.
  const TestGraph<std::int32_t> test{
      8, {{0, 1, 1}, {0, 2, 2}, {0, 3, 3}, {1, 4, 9}, {2, 4, 7}, {3, 4, 5}, {4, 5, 1}, {4, 6, 1}, {4, 7, 1}}, {0}};
  for (const std::int64_t dedup : {0, 1, 2, 3})
    CHECK(relaxed(test, values_with({{"dedup", dedup}, {"edge_classes", 1}})) == 9);
  const std::uint64_t with_duplicates = relaxed(test, values_with({{"dedup", 4}, {"edge_classes", 1}}));
  CHECK(with_duplicates >= 9);
  CHECK(with_duplicates <= 15);
}

TEST_CASE("classes of arcs save relaxations of loops, and count leaves once") {
  WAYFRONT_NEEDS_DEVICE();
  // A path of 100 vertices, a loop at each, and a leaf at each that every second one reaches, too.
  TestGraph<std::int32_t> test{200, {}, {0}};
  for (Vertex v = 0; v < 100; ++v) {
    test.add(v, v, 1);
    test.add(v, v + 100, 5);
    if (v + 1 < 100) test.add(v, v + 1, 1);
    if (v % 2 == 1) test.add(v, v + 99, 1);
  }
  CHECK(relaxed(test, values_with({{"edge_classes", 1}})) == 100 + 100 + 99 + 50);
  CHECK(relaxed(test, values_with({{"edge_classes", 2}})) == 100 + 99 + 50);
  CHECK(relaxed(test, values_with({{"edge_classes", 0}})) == 100 + 99 + 50);
}

TEST_CASE("classes of arcs save what the paper's figures 1 and 2 say: 23 relaxations in 6 rounds become 5 in 5") {
  WAYFRONT_NEEDS_DEVICE();
  // Loops at 2 and 4, one arc into 2, 1, 5, 6 and 7, none out of 1, 5 and 8; and leaves 9 and 10, to have as many arcs.
  TestGraph<std::int32_t> test{
      11, {{0, 2, 1}, {2, 3, 1}, {2, 4, 1}, {3, 7, 1}, {7, 6, 1}, {2, 2, 1}, {4, 4, 1}, {2, 1, 1}, {4, 5, 1}}, {0}};
  for (const Vertex v : {0, 2, 3, 4, 7, 6}) {
    test.add(v, 8, v == 6 ? 1 : 50);
    test.add(v, 9, 50);
  }
  test.add(3, 10, 50);
  test.add(4, 10, 50);
  REQUIRE(test.arcs.size() == 23);
  constexpr std::uint64_t leaf_arcs = 16;  // in the pass after the last round, a round of its own here
  for (const std::int64_t loop : {0, 1}) {
    const Work plain = work_of(test, values_with({{"edge_classes", 1}, {"loop", loop}}));
    CHECK(plain.relaxed == 23);
    CHECK(plain.rounds == 6);
    for (const std::int64_t store : {0, 1}) {
      const Work classes = work_of(test, values_with({{"source_store", store}, {"loop", loop}}));
      CHECK(classes.relaxed == 5 + leaf_arcs);
      CHECK(classes.rounds == 5 + 1);
    }
  }
}

TEST_CASE("the source's arcs are stored only where none of them are parallel, and not over the source itself") {
  WAYFRONT_NEEDS_DEVICE();
  // From 0: parallel arcs, the lightest first, last and in the middle, and a loop. From 1: none, and a way back.
  TestGraph<std::int32_t> test{3'000, {{0, 0, 3}, {1, 1, 2}, {1, 0, 4}}, {0, 1}};
  for (Vertex v = 2; v < 2'000; ++v) {
    for (const std::int32_t weight : {5, 3, 4}) test.add(0, v, weight + static_cast<std::int32_t>(v % 3));
    test.add(1, v, 9);
    test.add(v, v % 1'000 + 2'000, 1);
    if (v % 100 == 0) test.add(v, 1, 1);
  }
  check_all(test, {values_with({{"source_store", 1}}), values_with({{"source_store", 1}, {"edge_classes", 3}}),
                   values_with({{"source_store", 1}, {"dedup", 4}, {"loop", 1}}), profile_values("paper")});
}

TEST_CASE("options that exclude each other are refused with a sentence") {
  CHECK(refusal(values_with({{"virtual_warp_min", 3}})) == "hbf: a virtual warp of 3 threads is not a power of two");
  CHECK(refusal(values_with({{"virtual_warp_min", 16}, {"virtual_warp_max", 8}})) ==
        "hbf: virtual_warp_min = 16 is above virtual_warp_max = 8");
  CHECK(refusal(values_with({{"hubs", 1}})).starts_with("hbf: hubs = \"dynamic_parallelism\" needs loop = \"host\""));
}

TEST_CASE("a negative cycle is found long before |V| rounds, whatever the loop") {
  WAYFRONT_NEEDS_DEVICE();
  check_finds_cycle_early({values_with({}), values_with({{"loop", 1}}), values_with({{"dedup", 2}}),
                           values_with({{"dedup", 3}}), values_with({{"dedup", 4}, {"room", 0}})});
}

}  // namespace
}  // namespace wayfront::host::conformance
