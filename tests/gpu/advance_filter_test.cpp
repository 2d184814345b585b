// advance-filter where it differs from other plugins: many random graphs under many options, what it refuses, what
// rounds of its operators count, and weights beside which delta is nothing. The conformance suite has the rest.
#include "plugin_test.hpp"

namespace wayfront::host::conformance {

std::string plugin_file() { return "tuned/advance-filter.so"; }

std::vector<Values> option_sets() {
  return {values_with({}),
          values_with({{"filter", 1}, {"block_size", 32}}),
          values_with({{"far", 0}}),
          values_with({{"far", 0}, {"filter", 1}, {"block_size", 1024}}),
          values_with({{"delta", 1}, {"block_size", 64}}),
          values_with({{"delta", 7}, {"filter", 1}}),
          values_with({{"delta", 1'000'000'000}})};
}

namespace {

TEST_CASE("each vertex is taken once in a round, however many arcs improve it, and long rows are shared") {
  WAYFRONT_NEEDS_DEVICE();
  // A root, 3,000 vertices, and one that all of them lead to.
  TestGraph<std::int32_t> test{3'002, {}, {0}};
  for (Vertex v = 1; v <= 3'000; ++v) {
    test.add(0, v, 1);
    test.add(v, 3'001, static_cast<std::int32_t>(5'000 - v));
  }
  for (const std::int64_t compact : {0, 1})
    for (const std::int64_t far : {0, 1}) {
      CAPTURE(compact);
      CAPTURE(far);
      const Work work = work_of(test, values_with({{"filter", compact}, {"far", far}, {"delta", 1'000'000}}));
      CHECK(work.rounds == 3);
      CHECK(work.settled == 3'002);
      CHECK(work.relaxed == 6'000);
    }
}

TEST_CASE("near-far goes by distance: what Bellman-Ford corrects again and again it takes once") {
  WAYFRONT_NEEDS_DEVICE();
  // A path of 200 vertices of weight 1, and shortcuts to each of them from its first one, the longer the farther.
  TestGraph<std::int32_t> test{200, {}, {0}};
  for (Vertex v = 0; v + 1 < 200; ++v) test.add(v, v + 1, 1);
  for (Vertex v = 2; v < 200; ++v) test.add(0, v, static_cast<std::int32_t>(1'000 + 10 * v));
  const Work near_far = work_of(test, values_with({{"delta", 1}}));
  const Work all = work_of(test, values_with({{"far", 0}}));
  CHECK(near_far.settled == 200);
  CHECK(all.settled > 3'000);
}

TEST_CASE("a delta that no distance feels moves the limit to the next vertex") {
  WAYFRONT_NEEDS_DEVICE();
  TestGraph<float> test{40, {}, {0}};
  for (Vertex v = 0; v + 1 < 40; ++v) test.add(v, v + 1, 1e9F);
  check_all(test, {values_with({{"delta", 1}}), values_with({{"delta", 1}, {"filter", 1}})});
}

TEST_CASE("a second solve does not see the first one's piles") {
  WAYFRONT_NEEDS_DEVICE();
  const TestGraph<std::int32_t> mesh = grid<std::int32_t>(40, 40, 5);
  TestGraph<std::int32_t> test = mesh;
  test.sources = {0, 820, 1'599, 0, 17, 820};
  check_all(test, option_sets());
}

}  // namespace
}  // namespace wayfront::host::conformance
