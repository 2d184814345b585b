// edge-bellman-ford where it differs from other plugins: many random graphs under many options, what it refuses and
// how, and negative cycles that are found early. The conformance suite has the rest.
#include "plugin_test.hpp"

namespace wayfront::host::conformance {

std::string plugin_file() { return "plugins/edge-bellman-ford.so"; }

std::vector<Values> option_sets() {
  return {
      values_with({}),
      values_with({{"loop", 1}, {"edges_per_thread", 1}}),
      values_with({{"mapping", 1}, {"block_size", 64}}),
      values_with({{"mapping", 2}, {"mask", 0}}),
      values_with({{"representation", 1}, {"coalesced", 0}}),
      values_with({{"representation", 1}, {"mapping", 1}, {"pieces", 3}}),
      values_with({{"double_buffer", 1}, {"early_exit", 0}}),
      values_with({{"mapping", 3}, {"block_size", 64}}),
      values_with({{"mapping", 3}, {"mask", 0}, {"double_buffer", 1}, {"loop", 1}, {"pieces", 3}}),
      values_with({{"double_buffer", 1}, {"mapping", 2}, {"pieces", 5}, {"pinned", 0}}),
  };
}

namespace {

TEST_CASE("a balanced product of a dense matrix is refused with a sentence") {
  CHECK(contains(refusal(values_with({{"representation", 1}, {"mapping", 3}})), "take mapping = \"vertex_in\""));
}

TEST_CASE("the copy of the graph inside a solve is upload, in one piece or several; a graph that is there costs none") {
  WAYFRONT_NEEDS_DEVICE();
  const auto graph = grid<std::int32_t>(500, 500, 7).build(OffsetKind::offsets32);
  for (const std::int64_t pieces : {0, 1, 4})
    for (const std::int64_t host : {0, 1}) {
      CAPTURE(pieces);
      CAPTURE(host);
      Subject subject(suite(), values_with({{"pieces", pieces}, {"loop", host}}));
      subject.prepare(*graph);
      REQUIRE_NOTHROW(subject.solve_right(0));
      CHECK((subject.context().seconds(Phase::upload) > 0) == (pieces != 0));
      CHECK(subject.context().seconds(Phase::compute) > 0);
    }
}

TEST_CASE("a matrix that the device cannot hold is refused with both figures") {
  WAYFRONT_NEEDS_DEVICE();
  const std::string sentence = refusal(TestGraph<float>{4'000'000, {{0, 1, 1}}, {0}},
                                       values_with({{"representation", 1}}), StatusCode::out_of_memory);
  CHECK(contains(sentence, "needs 64000.0 GB of device memory, but device 0 has "));
  CHECK(contains(sentence, "representation = \"edge_list\""));
}

TEST_CASE("a negative cycle is found long before |V| rounds, whatever the loop") {
  WAYFRONT_NEEDS_DEVICE();
  check_finds_cycle_early({values_with({}), values_with({{"loop", 1}}), values_with({{"mapping", 1}}),
                           values_with({{"double_buffer", 1}})});
}

}  // namespace
}  // namespace wayfront::host::conformance
