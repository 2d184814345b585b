// What one case of a pipeline asks, and what its runs may use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "certify/asked.hpp"
#include "engine/ground.hpp"
#include "load/loaded_graph.hpp"
#include "measure/observer.hpp"
#include "measure/solve_plan.hpp"
#include "measure/time_budget.hpp"
#include "pipeline/plan.hpp"
#include "plugins/plugin_registry.hpp"
#include "record/result.hpp"
#include "run/call_watch.hpp"
#include "run/measure_rules.hpp"
#include "workers/worker.hpp"

namespace wayfront::host {

/// What to run, and on what.
struct CaseSetting {
  const Pipeline& pipeline;
  const PlannedCase& planned;
  const PluginRegistry& plugins;
  const WorkerRules& workers;
  const LoadedGraph& graph;
  int shared_graph;  // see GroundRules
  unsigned threads;
  TimeBudget::Clock::time_point start;  // of the pipeline
};

/// What a case works with, once its sources are known.
struct CaseParts {
  const CaseSetting& setting;
  const SolvePlan& plan;
  Ground& ground;
  TimeBudget& budget;
  Observer& observer;
};

/// Throws OutOfTime if the pipeline's time is over before they are chosen, UserError (interrupted).
std::vector<Vertex> sources_of(const CaseSetting& it, Observer& observer);

/// Throws UserError (usage) if the graph has no such question.
Asked scope_of(const CaseSetting& it, Observer& observer);

/// Sources of one call: those of the plan, or as many as suit the plugin that wants the fewest.
std::size_t batch_of(const CaseSetting& it, const Asked& scope, std::size_t sources, Observer& observer);

/// Those of the pipeline, with what the case says. What plugins keep makes preparing faster from the second run on, so that
/// measurements see it only where the pipeline names a cache.
MeasureRules rules_of(const CaseSetting& it);

/// Bytes for proved answers that may come again: a share of the free memory, most of which is for workers.
std::uint64_t memory_for_answers(const CaseSetting& it);

/// The devices of a run; of one whose plugin uses none, nothing.
DeviceRule devices_of(const PlannedRun& run, const MeasureRules& rules);

/// The numbers of all devices that the runs of the case may use; more than exist where a run takes all.
std::vector<unsigned> devices_of(const CaseSetting& it);

/// A run of the case with nothing but its plan. `known`: the facts that all runs share.
RunResult not_begun(const CaseSetting& it, const PlannedRun& planned, const Settings& options, const Results& known);

/// Notes what measure.devices does not do here.
void note_devices(const CaseSetting& it, Observer& observer);

// One case of a pipeline: prepares its runs, measures them in turns, and ends each of them separately.

/// Runs the case. `results` has what is known about it so far. `watch` ends with the pipeline's time; if a call does
/// not return, the observer is told that the program is stuck. Throws OutOfTime if the pipeline's time is over before
/// anything is prepared.
Results run_case(const CaseSetting& setting, CallWatch& watch, Observer& observer, Results results);

}  // namespace wayfront::host
