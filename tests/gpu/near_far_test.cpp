// near-far where it differs from other plugins: many random graphs under many options, piles that are too small, hubs,
// limits that move past gaps, and what it refuses. The conformance suite has the rest.
#include "plugin_test.hpp"

namespace wayfront::host::conformance {
namespace {

/// Never by one block.
Values by_all(std::initializer_list<Set> sets) { return values_with({{"alone", 0}}, values_with(sets)); }

}  // namespace

std::string plugin_file() { return "tuned/near-far.so"; }

std::vector<Values> option_sets() {
  // choices by position: duplicates 1 lookup, 2 keep; mapping 1 heads, 2 scan
  return {
      by_all({}),
      by_all({{"mapping", 1}, {"loop", 1}}),
      by_all({{"mapping", 2}, {"room", 0}, {"hub_degree", 32}}),
      by_all({{"mapping", 1}, {"hops", 1}, {"delta", 40}, {"ahead", 0}}),
      by_all({{"mapping", 2}, {"hops", 1}, {"delta", 70}, {"loop", 1}}),
      by_all({{"far", 0}, {"mapping", 1}, {"block_size", 64}}),
      by_all({{"far", 0}, {"mapping", 2}, {"room", 0}, {"duplicates", 2}}),
      by_all({{"duplicates", 1}, {"mapping", 1}, {"local", 1}, {"hub_degree", 32}}),
      by_all({{"duplicates", 1}, {"mapping", 2}, {"local", 1536}, {"room", 0}, {"loop", 1}}),
      by_all({{"duplicates", 2}, {"mapping", 1}, {"room", 0}, {"block_size", 32}, {"hub_degree", 32}}),
      by_all({{"duplicates", 2}, {"mapping", 2}, {"hops", 65536}, {"delta_constant", 4}}),
      by_all({{"mapping", 1}, {"local", 3}, {"hops", 2}, {"room", 0}, {"delta", 50}, {"loop", 1}}),
      by_all({{"duplicates", 1}, {"mapping", 1}, {"hops", 1}, {"room", 0}, {"delta", 30}}),
      by_all({{"core", 0}}),
      by_all({{"delta_constant", 1}}),
      by_all({{"core", 1}, {"mapping", 1}}),
      by_all({{"core", 2}, {"core_rounds", 32}, {"mapping", 1}, {"delta", 20}}),
      by_all({{"core", 3}, {"core_rounds", 1}, {"mapping", 1}, {"hops", 1}}),
      by_all({{"core", 8}, {"core_rounds", 32}, {"mapping", 1}, {"room", 0}, {"far", 0}}),
      by_all({{"core", 8}, {"core_rounds", 3}, {"mapping", 1}, {"duplicates", 1}, {"loop", 1}}),
      values_with({}),
      values_with({{"mapping", 1}, {"delta_constant", 2}, {"ahead", 0}}),
      values_with({{"mapping", 2}, {"delta", 15}}),
      values_with({{"far", 0}}),
  };
}

namespace {

TEST_CASE("a limit or targets near the source save most of the work, in either loop") {
  WAYFRONT_NEEDS_DEVICE();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const std::int64_t loop : {0, 1})
    for (const std::int64_t mapping : {1, 2}) {
      const Values values = values_with({{"loop", loop}, {"mapping", mapping}});
      const Savings limited = savings(values, 1000, {});
      CHECK(limited.bounded < limited.all / 4);
      const Savings aimed = savings(values, infinity, {301, 2, 603});
      CHECK(aimed.bounded < aimed.all / 4);
      const Savings far = savings(values, infinity, {301, 300 * 300 - 1});
      CHECK(far.bounded > far.all / 2);
    }
}

TEST_CASE("every set of options agrees with the plain reference on hubs, rows longer than a head and parallel arcs") {
  WAYFRONT_NEEDS_DEVICE();
  TestGraph<std::int32_t> test{6'000, {}, {0, 5'999}};
  for (Vertex v = 2; v < 4'002; ++v) {
    const auto weight = static_cast<std::int32_t>(v * 2'654'435'761U >> 25) + 1;
    test.add(0, v, weight);
    if (v % 3 != 0) test.add_both(1, v, 130 - weight);
    if (v % 7 == 0) test.add(0, v, weight - 1);
    if (v % 11 == 0) test.add(v, v, 1);
    if (v % 5 == 0)
      for (Vertex i = 0; i < v % 9; ++i) test.add_both(v, (v + 37 * i) % 2'000 + 4'000, weight + 5);
  }
  check_all(test, option_sets());
}

/// Arcs in both directions between `from` and `to`, of different weights; one way alone where `kind` is 1 or 2.
template <WeightType W>
void join(TestGraph<W>& test, std::uint64_t& seed, Vertex from, Vertex to) {
  seed = seed * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
  const auto number = static_cast<std::uint32_t>(seed >> 33);
  const unsigned kind = number % 8;
  if (kind != 1) test.add(from, to, static_cast<W>(number / 8 % 50));  // 0 among them
  if (kind != 2) test.add(to, from, static_cast<W>(number / 1024 % 50));
  if (kind == 3) test.add(from, to, static_cast<W>(number / 4096 % 50));  // parallel
  if (kind == 4) test.add(to, to, 3);
}

/// Islands of every kind of which little or nothing stays: a path, a cycle, a tree, a caterpillar, a ladder, a ring of
/// chains, a star that stays with its leaves, a mesh, and vertices alone. Every vertex is a source.
template <WeightType W>
TestGraph<W> islands(std::uint64_t seed) {
  TestGraph<W> test{0, {}, {}};
  const auto island = [&](Vertex vertices) {
    const Vertex first = test.vertices;
    test.vertices += vertices;
    return first;
  };
  const Vertex path = island(23), cycle = island(17), tree = island(40), caterpillar = island(30), ladder = island(28);
  const Vertex ring = island(5 + 5 * 6), star = island(60), grid = island(49);
  island(3);
  for (Vertex v = 1; v < 23; ++v) join(test, seed, path + v - 1, path + v);
  for (Vertex v = 0; v < 17; ++v) join(test, seed, cycle + v, cycle + (v + 1) % 17);
  for (Vertex v = 1; v < 40; ++v) join(test, seed, tree + v / 3, tree + v);
  for (Vertex v = 1; v < 15; ++v) join(test, seed, caterpillar + v - 1, caterpillar + v);
  for (Vertex v = 0; v < 15; ++v) join(test, seed, caterpillar + v, caterpillar + 15 + v);
  for (Vertex v = 0; v < 14; ++v) {
    join(test, seed, ladder + v, ladder + 14 + v);
    if (v != 0) join(test, seed, ladder + v - 1, ladder + v);
    if (v != 0) join(test, seed, ladder + 13 + v, ladder + 14 + v);
  }
  for (Vertex v = 0; v < 5; ++v) {  // chains of three between each two of five, two of them a loop at one end
    const Vertex chain = ring + 5 + 6 * v;
    const Vertex ends[] = {ring + v, v == 2 ? ring + v : ring + (v + 1) % 5};
    for (Vertex side = 0; side < 2; ++side) {
      join(test, seed, ends[0], chain + 3 * side);
      join(test, seed, chain + 3 * side, chain + 3 * side + 1);
      join(test, seed, chain + 3 * side + 1, chain + 3 * side + 2);
      join(test, seed, chain + 3 * side + 2, ends[1]);
    }
  }
  for (Vertex v = 1; v < 60; ++v) join(test, seed, star, star + v);
  for (Vertex v = 1; v < 20; ++v) join(test, seed, star + v, star + v + 20);
  for (Vertex v = 0; v < 49; ++v) {
    if (v % 7 != 0) join(test, seed, grid + v - 1, grid + v);
    if (v >= 7) join(test, seed, grid + v - 7, grid + v);
  }
  for (Vertex v = 0; v < test.vertices; ++v) test.sources.push_back(v);
  return test;
}

TEST_CASE("what is taken out around the core gets the distances of the plain reference, from every source") {
  WAYFRONT_NEEDS_DEVICE();
  std::uint64_t seed = 1;
  for (const Values& values : option_sets())
    for_each_weight(plugin(), [&]<WeightType W>() { check_all(islands<W>(++seed), {values}); });
}

TEST_CASE("a path has no core, and a search over what is above it takes few of its vertices") {
  WAYFRONT_NEEDS_DEVICE();
  TestGraph<std::int32_t> test{3'000, {}, {0}};
  for (Vertex v = 0; v + 1 < 3'000; ++v) test.add_both(v, v + 1, static_cast<std::int32_t>(v % 7 + 1));
  CHECK(work_of(test, by_all({{"core", 0}})).settled == 3'000);
  CHECK(work_of(test, by_all({{"core_rounds", 32}})).settled < 300);
  CHECK(work_of(test, by_all({{"core", 2}, {"core_rounds", 1}})).settled < 2'500);
}

TEST_CASE("arcs joined around a vertex that goes end where distances do not fit") {
  WAYFRONT_NEEDS_DEVICE();
  constexpr std::int32_t heavy = 900'000'000;
  TestGraph<std::int32_t> test{12, {}, {0, 3, 11}};
  for (Vertex v = 0; v + 1 < 12; ++v) test.add(v, v + 1, heavy);
  for (Vertex v = 0; v + 1 < 12; ++v) test.add(v + 1, v, v % 2 == 0 ? 1 : heavy);
  check_all(test, option_sets());
}

/// A square mesh; the waves of a large one are wider than what the blocks keep.
template <WeightType W>
TestGraph<W> mesh(Vertex side) {
  TestGraph<W> test = grid<W>(side, side, 1);
  test.sources = {0, side * side / 2 + side / 2};
  return test;
}

TEST_CASE("meshes agree with the plain reference whatever a block keeps and a pile holds") {
  WAYFRONT_NEEDS_DEVICE();
  bool odd = false;
  for (const auto& values : option_sets()) {
    for_each_weight(plugin(), [&]<WeightType W>() {
      check_all(mesh<W>(24), {values}, odd ? OffsetKind::offsets64 : OffsetKind::offsets32);
      odd = !odd;
    });
    odd = !odd;
  }
}

TEST_CASE("an instance of a small graph leaves one of a larger graph the shared memory that it needs") {
  WAYFRONT_NEEDS_DEVICE();
  const TestGraph<std::int32_t> large = mesh<std::int32_t>(150), small = mesh<std::int32_t>(20);
  Prepared first(large), second(small);
  for (auto* const it : {&second, &first}) {
    const Vertex source = it == &second ? small.sources[0] : large.sources[0];
    it->subject.check<std::int32_t>(source, solve_plainly<std::int32_t>(*it->graph, source));
  }
}

TEST_CASE("large meshes, random graphs with waves wider than a block's list, agree with the plain reference") {
  WAYFRONT_NEEDS_DEVICE();
  std::vector<Values> sets;
  for (const std::int64_t local : {1, 64, 1536})
    for (const std::int64_t mapping : {1, 2})
      for (const std::int64_t far : {1, 0})
        sets.push_back(by_all({{"local", local}, {"mapping", mapping}, {"far", far}}));
  check_all(mesh<std::int32_t>(400), sets);
  check_all(mesh<std::int64_t>(400), sets);
}

TEST_CASE("a path costs a round per hop, or one for many hops, and each vertex is taken once") {
  WAYFRONT_NEEDS_DEVICE();
  TestGraph<std::int32_t> test{300, {}, {0}};
  for (Vertex v = 0; v + 1 < 300; ++v) test.add(v, v + 1, 10);
  for (const std::int64_t mapping : {1, 2}) {
    const Work single = work_of(test, by_all({{"core", 0}, {"far", 0}, {"hops", 1}, {"mapping", mapping}}));
    CHECK(single.rounds == 300);
    CHECK(single.settled == 300);
    CHECK(single.relaxed == 299);
    CHECK(single.improved == 299);
    const Work many = work_of(test, by_all({{"core", 0}, {"far", 0}, {"hops", 100}, {"mapping", mapping}}));
    CHECK(many.rounds == 3);
    CHECK(many.relaxed == 299);
  }
}

TEST_CASE("the limit moves past gaps: far entries a million apart cost a round or two each, not a million") {
  WAYFRONT_NEEDS_DEVICE();
  TestGraph<std::int32_t> test{20, {}, {0}};
  for (Vertex v = 0; v + 1 < 20; ++v) test.add(v, v + 1, 1'000'000);
  const Work work = work_of(test, by_all({{"core", 0}, {"delta", 1}}));
  CHECK(work.settled == 20);
  CHECK(work.rounds >= 20);
  CHECK(work.rounds <= 40);
}

TEST_CASE("intervals save corrections: a light path beside heavy arcs is relaxed once with a far pile") {
  WAYFRONT_NEEDS_DEVICE();
  // Every vertex of a light path is reached from the source by a heavy arc at once, and corrected by the path later.
  constexpr Vertex vertices = 200;
  TestGraph<std::int32_t> test{vertices, {}, {0}};
  for (Vertex v = 1; v < vertices; ++v) {
    test.add(v - 1, v, 1);
    if (v > 1) test.add(0, v, 10'000 - static_cast<std::int32_t>(v));
  }
  const std::uint64_t arcs = test.arcs.size();
  CHECK(work_of(test, by_all({{"core", 0}, {"delta", 1}})).relaxed == arcs);
  CHECK(work_of(test, by_all({{"core", 0}, {"delta", 1}})).settled == vertices);
  CHECK(work_of(test, by_all({{"core", 0}, {"far", 0}, {"hops", 1}})).relaxed > arcs + vertices / 2);
}

TEST_CASE("entries whose distance has fallen are dropped, unless they are kept") {
  WAYFRONT_NEEDS_DEVICE();
  // Three vertices improve a fourth one after the other; behind it are three arcs.
  const TestGraph<std::int32_t> test{
      8, {{0, 1, 1}, {0, 2, 2}, {0, 3, 3}, {1, 4, 30}, {2, 4, 20}, {3, 4, 10}, {4, 5, 1}, {4, 6, 1}, {4, 7, 1}}, {0}};
  for (const std::int64_t duplicates : {0, 1})
    CHECK(work_of(test, by_all({{"core", 0}, {"duplicates", duplicates}, {"delta", 5}})).relaxed == 9);
  const std::uint64_t kept = work_of(test, by_all({{"core", 0}, {"duplicates", 2}, {"delta", 5}})).relaxed;
  CHECK(kept >= 9);
  CHECK(kept <= 15);
}

}  // namespace
}  // namespace wayfront::host::conformance
