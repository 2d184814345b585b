// edge-bellman-ford where it differs from other plugins: many random graphs under many options, what it refuses and
// how, and negative cycles that are found early. The conformance suite has the rest.
#include <string>

#include "conformance/graphs.hpp"
#include "conformance/subject.hpp"
#include "gpu_test.hpp"
#include "plugin_test.hpp"

namespace wayfront::host::conformance {

const Plugin& plugin() {
  static const Plugin loaded = built_plugin("edge-bellman-ford.so");
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
  CHECK(status.text() ==
        "edge-bellman-ford: block_size = 100 is no multiple of 32, the threads that a GPU runs together");
}

TEST_CASE("1,000 random graphs, half of them with negative arcs, agree with the plain reference in every bit") {
  WAYFRONT_NEEDS_DEVICE();
  const std::vector<std::vector<OptionValue>> options = {
      values_with({}),
      values_with({{"loop", 1}, {"edges_per_thread", 1}}),
      values_with({{"mapping", 1}, {"block_size", 64}}),
      values_with({{"mapping", 2}, {"mask", 0}}),
      values_with({{"representation", 1}, {"coalesced", 0}}),
      values_with({{"representation", 1}, {"mapping", 1}, {"pieces", 3}}),
      values_with({{"double_buffer", 1}, {"early_exit", 0}}),
      values_with({{"double_buffer", 1}, {"mapping", 2}, {"pieces", 5}, {"pinned", 0}}),
  };
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    CAPTURE(seed);
    const auto& values = options[seed / 2 % options.size()];
    if (seed % 5 < 2) {
      REQUIRE_NOTHROW(check_random<float>(seed, values));
    } else {
      REQUIRE_NOTHROW(check_random<std::int32_t>(seed, values));
    }
  }
}

TEST_CASE("a matrix that the device cannot hold is refused with both figures") {
  WAYFRONT_NEEDS_DEVICE();
  const auto graph = TestGraph<float>{4'000'000, {{0, 1, 1}}, {0}}.build(OffsetKind::offsets32);
  const ConformanceOptions options;
  const Suite it = suite(options);
  Subject subject(it, values_with({{"representation", 1}}));
  const Status status = subject.instance().prepare(*graph, subject.context());
  CHECK(status.code == StatusCode::out_of_memory);
  CHECK(status.text().find("needs 64000.0 GB of device memory, but device 0 has ") != std::string_view::npos);
  CHECK(status.text().find("representation = \"edge_list\"") != std::string_view::npos);
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
  for (const auto& values : {values_with({}), values_with({{"loop", 1}}), values_with({{"mapping", 1}}),
                             values_with({{"double_buffer", 1}})}) {
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
