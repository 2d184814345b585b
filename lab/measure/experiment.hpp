// Executes a pipeline, one case (a graph with its sources) after the other: load, prepare, warm up, then repeats x
// sources with the runs interleaved in seeded random order, so that a drift of the machine affects all alike.
// Every answer is certified; if a run fails, the others continue.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>

#include "measure/observer.hpp"
#include "pipeline/plan.hpp"
#include "plugins/plugin_registry.hpp"
#include "record/result.hpp"
#include "run/call_watch.hpp"

namespace wayfront::host {

class Experiment {
 public:
  /// Refers to its arguments. `program` is this program: workers are started from it with the command `worker`. The
  /// time of the whole pipeline begins here. A requested `stop` ends a load and the call of a plugin that goes on, not
  /// more: the observer, which is told of that call's end, can throw.
  Experiment(const Pipeline& pipeline, const PluginRegistry& plugins, std::filesystem::path program, Observer& observer,
             std::stop_token stop = {});
  ~Experiment();

  /// Runs one of the pipeline's cases. Throws UserError for errors that stop the whole case (the graph, the sources).
  /// Errors of one run are in its RunResult; so is the fact that the pipeline's time was over before anything could
  /// run.
  Results execute(const PlannedCase& planned);

 private:
  struct Loaded;
  const Loaded& load(const PlannedCase& planned, const Results& unmeasured);
  Results measured(const PlannedCase& planned, Results results);
  Results out_of_time(const PlannedCase& planned, Results results, const std::string& reason);

  const Pipeline& pipeline_;
  const PluginRegistry& plugins_;
  std::filesystem::path program_;
  std::stop_token stop_;
  Observer& observer_;
  unsigned threads_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  CallWatch watch_;                 // of all that may not come back
  std::unique_ptr<Loaded> loaded_;  // of the last case; the next one may have the same
};

}  // namespace wayfront::host
