// Makes the contenders of one graph, in this process or in workers of their own, and holds what they share.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "load/loaded_graph.hpp"
#include "measure/contender.hpp"
#include "measure/judge.hpp"
#include "pipeline/plan.hpp"
#include "plugins/plugin_registry.hpp"
#include "run/call_watch.hpp"
#include "settings/settings.hpp"
#include "workers/answer_stream.hpp"
#include "workers/worker.hpp"

namespace wayfront::host {

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
