// One case of the conformance suite, and the exceptions that its body throws if it does not pass.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/conformance.hpp"
#include "graph/weight_kind.hpp"
#include "plugins/plugin_registry.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/options.hpp"
#include "wayfront/run.hpp"
#include "wayfront/status.hpp"

namespace wayfront::host::conformance {

/// The plugin did something wrong; what() is the message.
struct Failed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The case does not apply; what() says why.
struct Skipped : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The plugin declined a part of the case and passed the rest; what() is the message.
struct DeclinedInPart : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Case {
  std::string name;
  std::function<void()> body;  // returns: passed; throws Failed, Skipped, DeclinedInPart or Unsupported
};
using Cases = std::vector<Case>;

/// Adds a case of one type of weights: "int32: NAME".
inline void add_case(Cases& cases, WeightKind weights, std::string_view name, std::function<void()> body) {
  cases.push_back({fmt::format("{}: {}", host::name(weights), name), std::move(body)});
}

/// Calls f; what it says of a failure begins with `where`.
template <class F>
void told_of(const std::string& where, F&& f) {
  try {
    f();
  } catch (const Failed& failed) {
    throw Failed(fmt::format("{}: {}", where, failed.what()));
  }
}

/// What the cases refer to; must outlive them.
struct Suite {
  const Plugin& plugin;
  const ConformanceOptions& options;
  unsigned threads;
  int device;
  std::string_view now{};  // the name of the case that is running
};

/// Counts how many attempts of one case a plugin declines.
class Attempts {
 public:
  /// `attempt` tries one thing and throws Unsupported if the plugin declines it.
  template <class F>
  void make(F&& attempt) {
    ++made_;
    try {
      attempt();
    } catch (const Unsupported& reason) {
      ++declined_;
      reason_ = reason.what();
    }
  }
  /// Throws Unsupported if every attempt was declined, DeclinedInPart if some were.
  void finish() const;

 private:
  std::size_t made_ = 0, declined_ = 0;
  std::string reason_;
};

/// Calls f(seed, offsets) `count` times, with each kind of offsets in turns; counts what is declined.
template <class F>
void with_random_seeds(const Suite& suite, std::uint32_t count, F&& f) {
  Attempts attempts;
  for (std::uint32_t i = 0; i < count; ++i)
    told_of(fmt::format("graph {} of seed {}", i, suite.options.seed), [&] {
      attempts.make(
          [&] { f(suite.options.seed * 1'000'003 + i, i % 2 == 0 ? OffsetKind::offsets32 : OffsetKind::offsets64); });
    });
  attempts.finish();
}

void add_graph_cases(const Suite& suite, Cases& cases);         // hard graphs, one case each
void add_random_cases(const Suite& suite, Cases& cases);        // many random graphs per case
void add_part_cases(const Suite& suite, Cases& cases);          // limits, targets, counts, several sources
void add_option_cases(const Suite& suite, Cases& cases);        // each option at both ends
void add_state_cases(const Suite& suite, Cases& cases);         // repeated calls, two instances
void add_work_cases(const Suite& suite, Cases& cases);          // no more work than an order of distances allows
void add_cancellation_cases(const Suite& suite, Cases& cases);  // cancelled
void add_generator_cases(const Suite& suite, Cases& cases);     // loaders that generate
void add_reader_cases(const Suite& suite, Cases& cases);        // loaders that read files
void add_writer_cases(const Suite& suite, Cases& cases);        // those of them that write files, too

// What runs cases: in this process, or in others.

Suite suite_of(const Plugin& plugin, const ConformanceOptions& options);
/// Why the plugin cannot run here; nothing if it can.
std::optional<std::string> obstacle(const Suite& suite);
/// Those that the options name, in their order.
Cases selected_cases(const Suite& suite);
CaseReport run_case(const Plugin& plugin, const Case& it, const ConformanceOptions& options);
/// check_plugin() with options.apart.
ConformanceResult check_apart(const Plugin& plugin, const ConformanceOptions& options,
                              const std::function<void(const CaseReport&)>& done);

// Keeps what a case failed on as a file for debugging.

/// What a plugin was asked on a graph: all that it takes to ask again.
struct Asked {
  const Problem& problem;
  std::span<const OptionValue> options;
  unsigned threads;
};

/// Writes `graph` into the folder of the suite's options as a file named after the running case, and a pipeline beside it
/// that asks the same of the plugin. Returns their places as the end of a sentence; "" if no folder was named. If a file
/// cannot be written, returns a sentence that says so.
std::string keep_graph(const Suite& suite, const Graph& graph, const Asked& asked);
/// The same for the content of a file named `name`, without a pipeline.
std::string keep_file(const Suite& suite, std::string_view name, std::string_view content);

}  // namespace wayfront::host::conformance
