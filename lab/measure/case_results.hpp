// The results of a case so far: samples, how its runs ended, readings, and the answers that [output] asks for. It tells
// the observer at once, so nothing is lost if the program ends.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/solution_writer.hpp"
#include "engine/verifier.hpp"
#include "measure/observer.hpp"
#include "measure/solve_plan.hpp"
#include "pipeline/plan.hpp"
#include "record/result.hpp"

namespace wayfront::host {

/// A run with nothing but its plan, with these options.
RunResult planned_result(const PlannedRun& planned, const Settings& options);
/// The same with its key. `known`: the facts that all runs share.
RunResult run_to_measure(const PlannedRun& planned, const Settings& options, const MeasureRules& rules,
                         bool predecessors, const Results& known);
/// If --filter excludes the baseline, the first of the other runs replaces it. Returns whether it does.
bool replace_baseline(std::vector<RunResult>& runs);

class CaseResults {
 public:
  /// `results` has its runs, all without samples. Refers to `plan` and `observer`.
  CaseResults(Results results, SolvePlan& plan, Observer& observer);

  const Results& results() const { return results_; }
  const RunResult& run(std::size_t i) const { return results_.runs[i]; }
  std::size_t runs() const { return results_.runs.size(); }

  /// Takes over earlier samples and readings that the observer knows and that are part of the plan.
  void resume();

  /// Opens what [output] asks for, if anything. Throws the errors of SolutionWriter.
  void open_output(const Pipeline& pipeline, const std::string& label, std::vector<Vertex> sources, Asked asked,
                   const GraphInfo& graph, const VertexIds& ids);
  /// Whether a run's answer from one of these sources must still be written, even if all its samples exist.
  bool owes(std::size_t i, std::span<const Vertex> sources) const;
  /// Whether the run has all its samples, and all its answers are written.
  bool done(std::size_t i) const;
  /// Writes an answer of a run that owes it. If the files cannot be written, its sample is kept.
  void write(std::size_t i, std::span<const Vertex> sources, const Verifier::Answer& answer);
  /// Tells the observer which answers are missing. `over` is why the pipeline's time is over, "" if it is not.
  void note_unwritten(std::string_view over) const;
  void set_unwritten(std::size_t i, std::string why) { result(i).unwritten = std::move(why); }

  /// Whether the run has not ended.
  bool open(std::size_t i) const { return run(i).status == RunStatus::ok; }
  /// The time of prepare(); a resumed run with samples keeps its first time.
  void prepared(std::size_t i, double seconds);
  /// Side effects of its plugin, one sentence each. Those of a second worker are the same.
  void note(std::size_t i, const std::vector<std::string>& notes);
  /// Adds a new sample. Ignores one that the run has already: then it was solved only for the answer.
  void keep(std::size_t i, Sample sample);
  void take(Readings readings);
  void end(std::size_t i, Ending ending);
  /// The run's worker was lost; another one continues with its other samples.
  void lose_worker(std::size_t i, Ending fault);
  bool lost_worker(std::size_t i) const { return entries_[i].fault.status != RunStatus::ok; }
  /// What one of its workers, or the run in this process, has used.
  void add_usage(std::size_t i, const Usage& usage);
  /// Ends all runs that lack samples.
  void end_incomplete();
  /// Closes the run: nothing about it changes afterwards.
  void settle(std::size_t i);

  /// It is empty afterwards.
  Results close() { return std::move(results_); }

 private:
  struct Entry {
    Ending fault;  // a worker was lost for this reason, and another one replaced it
    Usage used;    // without the usage of an earlier execution
  };

  RunResult& result(std::size_t i) { return results_.runs[i]; }

  Results results_;
  SolvePlan& plan_;
  Observer& observer_;
  std::vector<Entry> entries_;            // as results_.runs
  std::optional<SolutionWriter> writer_;  // writes what [output] asks for
  std::size_t written_run_ = 0;           // the run whose answers are written
  bool resumable_ = false;
};

}  // namespace wayfront::host
