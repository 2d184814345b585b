// One [[run]] as the experiment sees it: prepared once, then solving when it is told to, every answer certified. Where
// its plugin runs is the difference between the kinds.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/result.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host {

class Contender {
 public:
  using Clock = std::chrono::steady_clock;

  virtual ~Contender() = default;

  /// Prepares the plugin within `limit` seconds; adds up into `seconds`. Skipped where the run cannot happen.
  virtual Ending prepare(double limit, double& seconds) = 0;
  /// One solve within `limit` seconds, certified. `sample` receives everything but its source's id and repeat.
  virtual Ending solve(Vertex source, double limit, Sample& sample) = 0;
  /// Whether its process has ended without being told to, so that another contender in its place may go on.
  virtual bool died() const { return false; }
  /// The process that it runs in, where it has one of its own and that has not ended.
  virtual std::optional<pid_t> process() const { return std::nullopt; }
  /// What its plugin changed in its process, in sentences; complete after prepare().
  virtual std::vector<std::string> notes() const { return {}; }
  /// What it used until now.
  virtual Usage usage() const = 0;
  /// There is nothing more to do: it may begin to end.
  virtual void dismiss() {}
  /// The last thing that it is told; afterwards usage() is complete. Ok, or what went wrong at the end, which must come
  /// before `deadline`.
  virtual Ending finish(Clock::time_point /*deadline*/) { return {}; }
};

}  // namespace wayfront::host
