// One case of a pipeline: prepares its runs, measures them in turns, and ends each of them separately.
#pragma once

#include <memory>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "answers/solution_writer.hpp"
#include "load/loaded_graph.hpp"
#include "measure/contenders.hpp"
#include "measure/device_monitor.hpp"
#include "measure/observer.hpp"
#include "measure/reference_answers.hpp"
#include "measure/time_budget.hpp"
#include "pipeline/plan.hpp"
#include "results/machine_monitor.hpp"
#include "run/call_watch.hpp"

namespace wayfront::host {

class Execution {
 public:
  /// Refers to its arguments. `shared_graph`: see Contenders. `results` has what is known about the case so far. run()
  /// throws OutOfTime if the pipeline's time is over before anything is prepared.
  Execution(const Pipeline& pipeline, const PlannedCase& planned, const PluginRegistry& plugins,
            const WorkerRules& workers, const LoadedGraph& graph, int shared_graph, unsigned threads,
            TimeBudget::Clock::time_point start, Observer& observer, Results results);

  Results run();

 private:
  using Clock = TimeBudget::Clock;

  /// One run of the case and its state.
  struct Run {
    const PlannedRun* planned = nullptr;
    std::unique_ptr<Contender> contender;          // null before it is prepared and after it has ended
    std::set<std::pair<VertexId, unsigned>> made;  // (source id, repeat) of existing samples
    bool solved = false;                           // at least once, by a contender of this execution
    Ending fault;                                  // a worker was lost for this reason, and another one replaced it
    Usage before;                                  // what earlier workers used
  };

  void start_monitors();
  void take(Readings readings);
  std::vector<pid_t> processes() const;
  void plan();
  void choose_sources_of_case();
  void start_output();
  void note_unwritten() const;
  void prepare_all();
  Ending prepare(std::size_t i, double& seconds);
  void take_notes(std::size_t i);
  void measure();
  void block(Vertex source, unsigned repeat);
  void solve(std::size_t i, Vertex source, unsigned repeat);
  void write_answer(RunResult& run, Vertex source);
  bool replace_worker(std::size_t i, Ending& ending);
  void finish_all();

  RunResult& result(std::size_t i) { return results_.runs[i]; }
  bool alive(std::size_t i) const { return runs_[i].contender != nullptr && results_.runs[i].status == RunStatus::ok; }
  bool complete(std::size_t i) const;
  /// Whether its answer from this source must still be written, even if all its samples exist.
  bool owes(std::size_t i, Vertex source) const { return writer_ && i == written_run_ && writer_->wants(source); }
  bool owes_any(std::size_t i) const;
  /// Whether it must solve in this block.
  bool due(std::size_t i, Vertex source, unsigned repeat) const;
  bool going_on() const;
  void end(std::size_t i, Ending ending);
  void retire(std::size_t i, Clock::time_point deadline);
  /// The deadline for a worker that is asked to end now.
  Clock::time_point last_moment() const { return budget_.deadline(grace(pipeline_.measure.rules)); }
  void end_incomplete();
  void give_up();
  void give_up_answer();
  void stop_here();

  const Pipeline& pipeline_;
  const PlannedCase& planned_;
  const PluginRegistry& plugins_;
  const LoadedGraph& graph_;
  const unsigned threads_;
  Observer& observer_;
  Results results_;
  std::vector<Vertex> sources_;
  std::vector<Run> runs_;                 // as results_.runs
  std::optional<SolutionWriter> writer_;  // writes what [output] asks for
  std::size_t written_run_ = 0;           // the run whose answers are written
  std::optional<DeviceMonitor> devices_;
  MachineMonitor machine_;
  TimeBudget budget_;
  std::vector<std::size_t> order_;
  std::mt19937_64 random_;
  std::uint64_t done_ = 0, total_ = 0;
  ReferenceAnswers reference_;
  std::size_t in_call_;  // whose call it is; the number of runs for the reference
  /// What this process makes of an answer once it has come: its certificate, then its files.
  enum class Making : std::uint8_t { certificate, files } making_ = Making::certificate;
  Vertex answer_from_ = 0;  // the source of that answer
  CallWatch watch_;         // its thread uses the others
  CallWatch answer_watch_;  // so does its; ends what is made of an answer with the pipeline's time
  Contenders contenders_;
};

}  // namespace wayfront::host
