// The contenders of one graph, in this process or in workers of their own, and what they share.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "load/loaded_graph.hpp"
#include "measure/judge.hpp"
#include "pipeline/plan.hpp"
#include "plugins/plugin_registry.hpp"
#include "results/result.hpp"
#include "run/call_watch.hpp"
#include "settings/settings.hpp"
#include "wayfront/graph.hpp"
#include "workers/answer_stream.hpp"
#include "workers/worker.hpp"

namespace wayfront::host {

/// One [[run]] as the experiment sees it: prepared once, then solving when it is told to, every answer certified. Where
/// its plugin runs is the difference between the kinds.
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

class Contenders {
 public:
  /// What plugins have to say, with their run's label.
  struct Sinks {
    std::function<void(std::string_view label, std::string_view line)> log;
    std::function<void(std::string_view label, std::string_view line)> printed;
  };

  /// Refers to its arguments. `shared_graph` is what share_graph() gave, or -1: then all runs share this process, and
  /// `watch`, unless null, is told of their calls. Throws std::bad_alloc.
  Contenders(const LoadedGraph& graph, int shared_graph, const MeasurePlan& plan, const PluginRegistry& plugins,
             const WorkerRules& workers, unsigned threads, bool predecessors, CallWatch* watch, Sinks sinks);

  /// `give_up` is called where a call in this process does not come back. Throws std::bad_alloc.
  std::unique_ptr<Contender> make(const Plugin& plugin, const Settings& options, const std::string& label,
                                  CallWatch::GiveUp give_up = {});

  /// Who makes the predecessors of a run: "none" where they are not wanted, the "plugin", or the "host" from tight
  /// arcs.
  std::string_view predecessors_of(const Plugin& plugin) const;

  /// What the contender that solved last answered, if that was right.
  const Judge::Answer& last_right() const { return judge_.last_right(); }

 private:
  const LoadedGraph& graph_;
  int shared_graph_;
  MeasureRules rules_;
  const PluginRegistry& plugins_;
  const WorkerRules& workers_;
  unsigned threads_;
  CallWatch* watch_;
  Sinks sinks_;
  Judge judge_;
  AnswerCopy copy_;
};

}  // namespace wayfront::host
