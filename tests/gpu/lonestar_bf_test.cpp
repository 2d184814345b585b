// lonestar-bf where it differs from other plugins: many random graphs under many options, what it refuses, lists that
// overflow, and negative cycles that are found early. The conformance suite has the rest.
#include <string>
#include <vector>

#include "conformance/graphs.hpp"
#include "conformance/subject.hpp"
#include "gpu_test.hpp"
#include "plugin_test.hpp"

namespace wayfront::host::conformance {

const Plugin& plugin() {
  static const Plugin loaded = built_plugin("lonestar-bf.so");
  return loaded;
}

namespace {

TEST_CASE("a device that does not exist, and a block that no kernel has, are refused with a sentence") {
  const Status probed = plugin().descriptor->probe(99);
  CHECK(probed.code == StatusCode::unsupported);
  CHECK(probed.text().size() > 20);
  Status status;
  CHECK(plugin().descriptor->create(values_with({{"block_size", 100}}).data(), status) == nullptr);
  CHECK(status.code == StatusCode::unsupported);
  CHECK(status.text() == "lonestar-bf: block_size = 100 is no multiple of 32, the threads that a GPU runs together");
}

std::vector<std::vector<OptionValue>> option_sets() {
  return {values_with({}), values_with({{"loop", 1}, {"block_size", 64}}), values_with({{"driven", 1}}),
          values_with({{"driven", 1}, {"room", 0}, {"block_size", 1024}}),
          values_with({{"driven", 1}, {"loop", 1}, {"room", 1}, {"block_size", 32}})};
}

TEST_CASE("1,000 random graphs, half of them with negative arcs, agree with the plain reference in every bit") {
  WAYFRONT_NEEDS_DEVICE();
  const auto options = option_sets();
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    CAPTURE(seed);
    const auto& values = options[seed / 2 % options.size()];
    if (seed % 7 < 3) {
      REQUIRE_NOTHROW(check_random<float>(seed, values));
    } else {
      REQUIRE_NOTHROW(check_random<std::int32_t>(seed, values));
    }
  }
}

Work work_of(const TestGraph<std::int32_t>& test, const std::vector<OptionValue>& values) {
  const auto graph = test.build(OffsetKind::offsets32);
  const ConformanceOptions options;
  const Suite it = suite(options);
  Subject subject(it, values);
  subject.prepare(*graph);
  subject.context().start(0, false);
  const Subject::Answer answer = subject.solve(0, false);
  REQUIRE(answer.status.ok());
  CHECK(answer.certificate.verdict == Verdict::right);
  return answer.work;
}

TEST_CASE("topology-driven rounds take every reached vertex, data-driven ones those on the list") {
  WAYFRONT_NEEDS_DEVICE();
  // A star: one round reaches all, the next finds nothing.
  TestGraph<std::int32_t> star{101, {}, {0}};
  for (Vertex v = 1; v <= 100; ++v) star.add(0, v, 1);
  for (const std::int64_t host : {0, 1}) {
    CHECK(work_of(star, values_with({{"driven", 1}, {"loop", host}})).rounds == 2);
    CHECK(work_of(star, values_with({{"driven", 1}, {"loop", host}})).settled == 101);
    CHECK(work_of(star, values_with({{"driven", 1}, {"loop", host}})).relaxed == 100);
    const Work all = work_of(star, values_with({{"loop", host}}));
    CHECK(all.rounds == 2);
    CHECK(all.relaxed == 200);
    CHECK(all.settled >= 102);  // a leaf counts in round 1 if its thread comes after the one that reaches it
    CHECK(all.settled <= 202);
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
  // A long path with a cycle of three, weight -1, near its beginning.
  constexpr Vertex vertices = 200'000;
  TestGraph<std::int32_t> test{vertices, {{10, 11, 2}, {11, 12, 2}, {12, 10, -5}}, {0}};
  for (Vertex v = 0; v + 1 < vertices; ++v) test.add(v, v + 1, 3);
  const auto graph = test.build(OffsetKind::offsets32);
  const ConformanceOptions options;
  const Suite it = suite(options);
  for (const auto& values : option_sets()) {
    Subject subject(it, values);
    subject.prepare(*graph);
    subject.context().start(0, false);
    const Subject::Answer answer = subject.solve(0, false);
    REQUIRE(answer.status.ok());
    CHECK(answer.outcome == Outcome::negative_cycle);
    CHECK(answer.certificate.verdict == Verdict::right);
    CHECK(subject.buffers(false).output().cycle.size() == 3);
    CHECK(answer.work.rounds <= 64);
  }
}

}  // namespace
}  // namespace wayfront::host::conformance
