// lonestar-bf where it differs from other plugins: many random graphs under many options, what it refuses, lists that
// overflow, and negative cycles that are found early. The conformance suite has the rest.
#include "plugin_test.hpp"

namespace wayfront::host::conformance {

std::string plugin_file() { return "tuned/lonestar-bf.so"; }

std::vector<Values> option_sets() {
  return {values_with({}),
          values_with({{"loop", 1}, {"block_size", 64}}),
          values_with({{"driven", 1}}),
          values_with({{"driven", 1}, {"room", 0}, {"block_size", 1024}}),
          values_with({{"driven", 1}, {"loop", 1}, {"room", 1}, {"block_size", 32}}),
          values_with({{"driven", 2}}),
          values_with({{"driven", 2}, {"room", 0}, {"block_size", 64}}),
          values_with({{"driven", 2}, {"loop", 1}, {"room", 1}, {"block_size", 32}})};
}

namespace {

TEST_CASE("topology-driven rounds take every reached vertex, data-driven ones those on the list") {
  WAYFRONT_NEEDS_DEVICE();
  // A star: one round reaches all, the next finds nothing.
  TestGraph<std::int32_t> star{101, {}, {0}};
  for (Vertex v = 1; v <= 100; ++v) star.add(0, v, 1);
  for (const std::int64_t host : {0, 1}) {
    for (const std::int64_t driven : {1, 2}) {
      const Work listed = work_of(star, values_with({{"driven", driven}, {"loop", host}}));
      CHECK(listed.rounds == 2);
      CHECK(listed.settled == 101);
      CHECK(listed.relaxed == 100);
    }
    const Work all = work_of(star, values_with({{"loop", host}}));
    CHECK(all.rounds == 2);
    CHECK(all.relaxed == 200);
    CHECK(all.settled >= 102);  // a leaf counts in round 1 if its thread comes after the one that reaches it
    CHECK(all.settled <= 202);
  }
}

TEST_CASE("cooperative rounds relax each arc of rows for blocks, for warps and for threads once") {
  WAYFRONT_NEEDS_DEVICE();
  // A root and three levels: rows of 3,000, of 40 and of 3 arcs, and vertices without arcs in between.
  TestGraph<std::int32_t> test{1 + 3'000 + 20 * 40 + 800 * 3, {}, {0}};
  for (Vertex v = 1; v <= 3'000; ++v) test.add(0, v, 1);
  for (Vertex v = 0; v < 800; ++v) test.add(1 + v / 40 * 7, 3'001 + v, 1);
  for (Vertex v = 0; v < 2'400; ++v) test.add(3'001 + v / 3, 3'801 + v, 1);
  for (const std::int64_t block : {32, 128, 1024})
    for (const std::int64_t host : {0, 1}) {
      const Work work = work_of(test, values_with({{"driven", 2}, {"loop", host}, {"block_size", block}}));
      CHECK(work.rounds == 4);
      CHECK(work.relaxed == 6'200);
      CHECK(work.settled == 6'201);
    }
}

TEST_CASE("a list that overflows costs a round over all vertices, and no answer") {
  WAYFRONT_NEEDS_DEVICE();
  // A complete binary tree of 4095 vertices; its lower levels find no room in 64 entries.
  TestGraph<std::int32_t> tree{4095, {}, {0}};
  for (Vertex v = 1; v < 4095; ++v) tree.add((v - 1) / 2, v, 1);
  const Work with_room = work_of(tree, values_with({{"driven", 1}}));
  CHECK(with_room.rounds == 12);
  CHECK(with_room.settled == 4095);
  const Work without = work_of(tree, values_with({{"driven", 1}, {"room", 0}}));
  CHECK(without.rounds <= 12);
  CHECK(without.settled > 4095);
}

TEST_CASE("a negative cycle is found long before |V| rounds, whatever the loop") {
  WAYFRONT_NEEDS_DEVICE();
  check_finds_cycle_early(option_sets());
}

}  // namespace
}  // namespace wayfront::host::conformance
