// One case of a pipeline: prepares its runs, measures them in turns, and ends each of them separately.
#pragma once

#include "load/loaded_graph.hpp"
#include "measure/observer.hpp"
#include "measure/time_budget.hpp"
#include "pipeline/plan.hpp"
#include "plugins/plugin_registry.hpp"
#include "results/result.hpp"
#include "run/call_watch.hpp"
#include "workers/worker.hpp"

namespace wayfront::host {

/// What to run, and on what.
struct CaseSetting {
  const Pipeline& pipeline;
  const PlannedCase& planned;
  const PluginRegistry& plugins;
  const WorkerRules& workers;
  const LoadedGraph& graph;
  int shared_graph;  // see Contenders
  unsigned threads;
  TimeBudget::Clock::time_point start;  // of the pipeline
};

/// Runs the case. `results` has what is known about it so far. `watch` ends with the pipeline's time; if a call does
/// not return, the observer is told that the program is stuck. Throws OutOfTime if the pipeline's time is over before
/// anything is prepared.
Results run_case(const CaseSetting& setting, CallWatch& watch, Observer& observer, Results results);

}  // namespace wayfront::host
