// What one case of a pipeline asks, and what its runs may use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "answers/solution_writer.hpp"
#include "certify/asked.hpp"
#include "certify/reduced/row_sample.hpp"
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

/// What the case asks of its graph.
struct CaseQuestion {
  std::vector<Vertex> sources{};  // one that is listed again is solved once
  Asked scope{};
  std::vector<Vertex> listed_sources{};  // and with `listed` as they were written, for what [output] asks for
  Asked listed{};
  /// Those of the pipeline, with what the case says. What plugins keep makes preparing faster from the second run on, so
  /// that measurements see it only where the pipeline names a cache.
  MeasureRules rules{};
  std::size_t batch = 1;  // sources of one call: those of the plan, or as many as suit the plugin that wants the fewest
  /// Bytes for proved answers that may come again: a share of the free memory, most of which is for workers.
  std::uint64_t answer_memory = 0;
  std::vector<unsigned> devices{};  // that the runs may use; more than exist where a run takes all
};

/// Notes what it does otherwise than asked. Throws OutOfTime if the pipeline's time is over before sources are chosen, and
/// UserError: interrupted, or usage if the graph has no such question.
CaseQuestion question_of(const CaseSetting& it, Observer& observer);

/// What a case works with, once its sources are known.
struct CaseParts {
  const CaseSetting& setting;
  const CaseQuestion& question;
  const SolvePlan& plan;
  Ground& ground;
  TimeBudget& budget;
  CallWatch& watch;
  Observer& observer;

  /// The work of this process on an answer once it has come. Workers are killed at the end of the pipeline's time; this
  /// is given up a little later.
  CallWatch::Call own_work(CallWatch::GiveUp give_up) const {
    constexpr std::chrono::milliseconds until_killed(300);
    return {&watch, CallWatch::unlimited, std::move(give_up), until_killed};
  }
};

// One case of a pipeline: prepares its runs, measures them in turns, and ends each of them separately.

/// Runs the case. `results` has what is known about it so far. `watch` ends with the pipeline's time; if a call does
/// not return, the observer is told that the program is stuck. Throws the errors of question_of().
Results run_case(const CaseSetting& setting, CallWatch& watch, Observer& observer, Results results);

}  // namespace wayfront::host
