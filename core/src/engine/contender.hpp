// One [[run]] as the experiment sees it: prepared once, then solves on request; every answer is certified. The kinds
// differ in where the plugin runs.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "call/call.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host {

class Contender {
 public:
  using Clock = std::chrono::steady_clock;

  virtual ~Contender() = default;

  /// Prepares the plugin within `limit` seconds; adds up into `seconds`. Skipped if the run is not possible.
  virtual Ending prepare(double limit, double& seconds) = 0;
  /// One solve from all of `sources` within `limit` seconds, certified. `figures` receives everything except the source's
  /// id and the repeat.
  virtual Ending solve(std::span<const Vertex> sources, double limit, Call& figures) = 0;
  /// The same call for its time alone: `seconds` receives the plugin's, and nobody looks at the answer.
  virtual Ending try_call(std::span<const Vertex> sources, double limit, double& seconds) = 0;
  /// Whether its process has ended unexpectedly, so that another contender may replace it.
  virtual bool died() const { return false; }
  /// Its own process, if it has one that has not ended.
  virtual std::optional<pid_t> process() const { return std::nullopt; }
  /// What its plugin changed in its process, one sentence each; complete after prepare(), but for devices that fail.
  virtual std::vector<std::string> notes() const { return {}; }
  /// The resources that it has used so far.
  virtual Usage usage() const = 0;
  /// No more solves will come; it may start to shut down.
  virtual void dismiss() {}
  /// Must be called last; afterwards usage() is complete. Ok, or what went wrong at the end, which must come before
  /// `deadline`.
  virtual Ending finish(Clock::time_point /*deadline*/) { return {}; }
};

}  // namespace wayfront::host
