// push-pull where it differs from other plugins: many random graphs under many options, stages and levels of any width,
// rows in pieces, blocks without room, and what it refuses. The conformance suite has the rest.
#include <vector>

#include "conformance/graphs.hpp"
#include "conformance/subject.hpp"
#include "gpu_test.hpp"
#include "plugin_test.hpp"

namespace wayfront::host::conformance {

const Plugin& plugin() {
  static const Plugin loaded = built_plugin("push-pull.so");
  return loaded;
}

namespace {

/// Every option away from its default at least once; without near-far, so that this plugin's own kernel answers.
std::vector<Values> option_sets() {
  return {
      values_with({{"rival", 0}}),
      values_with({{"rival", 0}, {"pull_share", 1}}),  // pull after the first stage
      values_with({{"rival", 0}, {"pull_share", 0}}),  // never pull
      values_with({{"rival", 0}, {"bound", 1}}),
      values_with({{"rival", 0}, {"bound", 40}, {"level", 40}}),
      values_with({{"rival", 0}, {"bound", 100}, {"level", 30}, {"pull_share", 1}}),
      values_with({{"rival", 0}, {"bound", 1000000}, {"level", 50000}}),
      values_with({{"rival", 0}, {"piece", 8}, {"giant", 2}, {"room", 0}}),
      values_with({{"rival", 0}, {"piece", 8}, {"giant", 2}, {"room", 3}, {"bound", 5}}),
      values_with({{"rival", 0}, {"piece", 8}, {"giant", 1000000}, {"bound", 30}, {"level", 15}}),
      values_with({}),
  };
}

TEST_CASE("1,000 random graphs agree with the plain reference in every bit") {
  WAYFRONT_NEEDS_DEVICE();
  check_random_graphs(option_sets(), false);
}

}  // namespace
}  // namespace wayfront::host::conformance
