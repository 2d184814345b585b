// push-pull where it differs from other plugins: many random graphs under many options, stages and levels of any width,
// rows in pieces, blocks without room, and answers in codes. The conformance suite has the rest.
#include <cstdint>
#include <vector>

#include "conformance/graphs.hpp"
#include "conformance/subject.hpp"
#include "gpu_test.hpp"
#include "plugin_test.hpp"

namespace wayfront::host::conformance {
namespace {
constexpr std::int64_t codes = 1, whole = 2;  // words of `copy`
}  // namespace

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

}  // namespace
}  // namespace wayfront::host::conformance
