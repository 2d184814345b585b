// What a case has made so far: samples, how its runs went, readings, and the answers that [output] asks for. Each of
// these goes to the observer at once, so nothing is lost where the program ends.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "answers/solution_writer.hpp"
#include "measure/judge.hpp"
#include "measure/observer.hpp"
#include "measure/solve_plan.hpp"
#include "pipeline/plan.hpp"
#include "results/result.hpp"

namespace wayfront::host {

/// A run before anything is known about it but the plan.
RunResult planned_result(const PlannedRun& planned);

class Ledger {
 public:
  /// `results` has its runs, all without samples. Refers to `plan` and `observer`.
  Ledger(Results results, SolvePlan& plan, Observer& observer);

  const Results& results() const { return results_; }
  const RunResult& run(std::size_t i) const { return results_.runs[i]; }
  std::size_t runs() const { return results_.runs.size(); }

  /// Takes over what the observer knows from before, as far as it is part of the plan.
  void resume();

  /// Files that its answers go to: of [output], or none. Throws as SolutionWriter does.
  void open_output(const Pipeline& pipeline, const std::string& label, const VertexIds& ids);
  /// Whether a run's answer from there is still to be written, though all its samples may be there from before.
  bool owes(std::size_t i, Vertex source) const;
  /// Whether the run has all its samples, and all its answers are written.
  bool done(std::size_t i) const;
  /// Writes an answer of a run that owes it. Its sample is kept whatever becomes of the files.
  void write(std::size_t i, Vertex source, const Judge::Answer& answer);
  /// Tells the observer which answers are missing. `over` is why the pipeline's time is over, "" where it is not.
  void note_unwritten(std::string_view over) const;
  void set_unwritten(std::size_t i, std::string why) { result(i).unwritten = std::move(why); }

  /// Whether the run has not ended.
  bool open(std::size_t i) const { return run(i).status == RunStatus::ok; }
  /// Of a run without samples; one that is resumed keeps the time that it took first.
  void prepared(std::size_t i, double seconds);
  /// Sentences about what its plugin did besides. Those of a second worker are the same again.
  void note(std::size_t i, const std::vector<std::string>& notes);
  /// A sample that was made now; nothing where the run has it: then it was solved for the answer alone.
  void keep(std::size_t i, Sample sample);
  void take(Readings readings);
  void end(std::size_t i, Ending ending);
  /// The run's worker was lost, another one goes on with its other samples.
  void lose_worker(std::size_t i, Ending fault);
  bool lost_worker(std::size_t i) const { return entries_[i].fault.status != RunStatus::ok; }
  /// What one of its workers, or the run in this process, has used.
  void add_usage(std::size_t i, const Usage& usage);
  /// Ends all runs that lack samples.
  void end_incomplete();
  /// Nothing about the run will change any more.
  void settle(std::size_t i);

  /// The ledger is empty afterwards.
  Results close() { return std::move(results_); }

 private:
  struct Entry {
    Ending fault;  // a worker was lost for this reason, and another one took its place
    Usage used;    // now, that is without what an earlier execution used
  };

  RunResult& result(std::size_t i) { return results_.runs[i]; }

  Results results_;
  SolvePlan& plan_;
  Observer& observer_;
  std::vector<Entry> entries_;            // as results_.runs
  std::optional<SolutionWriter> writer_;  // of what [output] asks for
  std::size_t written_run_ = 0;           // whose answers go there
  bool resumable_ = false;
};

}  // namespace wayfront::host
