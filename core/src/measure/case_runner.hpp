// One case of a pipeline: its runs prepared, measured in turns, and ended, each for itself.
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

/// Runs the case. `results` has what is known about it so far. `watch` ends with the pipeline's time; where a call does
/// not come back, the observer is told that the program is stuck. Throws OutOfTime where the pipeline's time is over
/// before anything is prepared.
Results run_case(const CaseSetting& setting, CallWatch& watch, Observer& observer, Results results);

}  // namespace wayfront::host
