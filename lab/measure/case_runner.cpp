#include "measure/case_question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "auto/replacement.hpp"
#include "base/errors.hpp"
#include "base/process.hpp"
#include "engine/engine.hpp"
#include "measure/devices/device_monitor.hpp"
#include "measure/ledger.hpp"
#include "measure/reference_answers.hpp"
#include "measure/solve_plan.hpp"
#include "measure/trials/chosen_run.hpp"
#include "question/sources.hpp"
#include "record/machine_monitor.hpp"
#include "run/host_context.hpp"

namespace wayfront::host {
namespace {

/// Asks engines to solve what the plan says, and enters the results into the ledger.
class Runner {
 public:
  /// `batch`: sources of one call.
  Runner(const CaseSetting& setting, CallWatch& watch, Observer& observer, std::vector<Vertex> sources,
         std::size_t batch, Asked scope, Results results);

  Results run(AnswerForm form);

 private:
  using Clock = TimeBudget::Clock;

  struct Run {
    const PlannedRun* asked = nullptr;
    std::unique_ptr<ChosenRun> chosen{};  // where auto is asked for
    std::unique_ptr<Engine> engine{};     // null before it is prepared and after it has ended
    bool solved = false;                  // at least once, by an engine of this runner

    /// With the chosen plugin in the place of auto.
    const PlannedRun& planned() const { return chosen ? chosen->planned() : *asked; }
    const Settings& options() const { return chosen ? chosen->options() : asked->options; }
  };

  CaseParts parts() { return {case_, plan_, ground_, budget_, observer_}; }
  Results with_runs(Results results);
  bool uses_device() const;
  void choose_for(std::size_t i, const Results& known);
  bool choose_next(std::size_t i, const Ending& ending);
  std::vector<pid_t> processes() const;
  void solve_reference();
  void compare_kept();
  void prepare_all();
  Ending prepare(std::size_t i, double& seconds);
  void measure();
  void block(const SolvePlan::Block& block);
  void solve(std::size_t i, std::span<const Vertex> sources, unsigned repeat);
  void write_answer(std::size_t i, std::span<const Vertex> sources);
  bool replace_worker(std::size_t i, Ending& ending);
  void retire(std::size_t i, Clock::time_point deadline);
  void finish_all();

  bool due(std::size_t i, std::span<const Vertex> sources, unsigned repeat) const {
    return runs_[i].engine && ledger_.open(i) && plan_.due(i, sources.front(), repeat, ledger_.owes(i, sources));
  }
  bool going_on() const;
  /// The deadline for a worker that is asked to end now.
  Clock::time_point last_moment() const { return budget_.deadline(grace(rules_)); }
  CallWatch::Call own_work(CallWatch::GiveUp give_up);
  void give_up(std::size_t i, std::string reason);
  void give_up_trial(std::size_t i);
  void stop_here();

  const CaseSetting& case_;
  MeasureRules rules_;
  CallWatch& watch_;
  Observer& observer_;
  TimeBudget budget_;
  std::optional<DeviceMonitor> devices_;
  MachineMonitor machine_;
  const Results* known_ = nullptr;  // while there is no ledger, because auto makes trials
  ReferenceAnswers reference_;
  Ground ground_;
  std::vector<Run> runs_;  // as the ledger's
  SolvePlan plan_;
  Ledger ledger_;
  std::uint64_t done_ = 0;  // of all solves of the plan
};

Runner::Runner(const CaseSetting& setting, CallWatch& watch, Observer& observer, std::vector<Vertex> sources,
               std::size_t batch, Asked scope, Results results)
    : case_(setting),
      rules_(rules_of(setting)),
      watch_(watch),
      observer_(observer),
      budget_(rules_, setting.planned.runs.size() + 1, setting.start),
      ground_(setting.graph, setting.plugins, std::move(scope),
              {.shared = setting.shared_graph,
               .measure = rules_,
               .workers = setting.workers,
               .threads = setting.threads,
               .answer_memory = memory_for_answers(setting),
               .watch = &watch,
               .log = [this](std::string_view label,
                             std::string_view line) { observer_.note(fmt::format("{}: {}", label, line)); },
               .printed = [this](std::string_view label, std::string_view line) { observer_.printed(label, line); }}),
      plan_(setting.pipeline.measure, batch, setting.planned.runs.size(), std::move(sources), setting.graph.ids),
      ledger_(with_runs(std::move(results)), plan_, observer) {
  const RowSampling sampling = sampling_of(setting.planned.question);
  ground_.verifier.certify_rows_of(sampled_rows(plan_.sources(), sampling),
                                   sampling.draws_whole_rows(plan_.sources().size()));
}

/// Devices only if a plugin uses one: others do not need a driver.
Results Runner::with_runs(Results results) {
  results.machine.update(machine_.describe());
  for (const Vertex source : plan_.sources()) results.sources.push_back(case_.graph.ids[source]);
  for (const std::size_t index : case_.planned.runs) runs_.emplace_back(&case_.pipeline.runs[index]);
  for (std::size_t i = 0; i < runs_.size(); ++i)
    if (is_chooser(runs_[i].asked->plugin)) choose_for(i, results);
  if (uses_device()) {
    devices_.emplace(devices_of(case_));
    if (auto devices = devices_->describe(); !devices.empty()) results.machine["devices"] = std::move(devices);
  }
  note_devices(case_, observer_);
  for (const Run& it : runs_) {
    RunResult& run = results.runs.emplace_back(not_begun(case_, it.planned(), it.options(), results));
    if (it.chosen) run.notes = it.chosen->notes();
    if (it.chosen && !is_chooser(it.planned().plugin)) run.usage.called = {run.plugin};
    for (const std::string& note : run.notes) observer_.note(fmt::format("{}: {}", run.label, note));
  }
  if (std::ranges::none_of(results.runs, &RunResult::baseline) && !results.runs.empty()) {
    results.runs.front().baseline = true;
    if (results.runs.size() > 1)
      observer_.note(fmt::format("--filter excludes the baseline; '{}' replaces it", results.runs.front().label));
  }
  return results;
}

bool Runner::uses_device() const {
  return std::ranges::any_of(runs_, [](const Run& it) { return it.planned().plugin.has(capability::device); });
}

/// Puts the plugin that is expected to be the fastest, or was in a trial, in the place of auto. Where none fits, auto
/// stays, and its run is skipped.
void Runner::choose_for(std::size_t i, const Results& known) {
  Run& run = runs_[i];
  known_ = &known;
  run.chosen = std::make_unique<ChosenRun>(ChosenRun::Place{parts(), known, uses_device()}, *run.asked, i, [this, i] {
    known_ != nullptr ? give_up_trial(i) : give_up(i, budget_.overdue());
  });
  known_ = nullptr;
  run.engine = run.chosen->take();
}

/// Where a chosen plugin cannot be prepared, the next one takes its place; false if there is none.
bool Runner::choose_next(std::size_t i, const Ending& ending) {
  Run& run = runs_[i];
  if (!ending.leaves_to_next() || !run.chosen) return false;
  const PlannedRun& before = run.planned();
  if (!run.chosen->advance()) return false;
  if (run.engine) {
    run.engine->end(last_moment());
    run.engine.reset();
  }
  ledger_.note(i, {replacement_note(before.plugin, ending, run.planned().plugin)});
  RunResult next = not_begun(case_, run.planned(), run.options(), ledger_.results());
  next.usage.called = {next.plugin};
  ledger_.replace(i, std::move(next));
  return true;
}

Results Runner::run(AnswerForm form) {
  ledger_.resume();
  ledger_.open_output(case_.pipeline, case_.planned.label, std::move(form), case_.graph.ids);
  observer_.begins(ledger_.results());
  solve_reference();
  compare_kept();
  prepare_all();
  measure();
  finish_all();
  if (!stop_requested) {
    const TimeBudget::Limit left = budget_.left_of_all();
    ledger_.note_unwritten(left.seconds > 0 ? "" : left.reason);
  }
  Results results = ledger_.close();
  results.interrupted = stop_requested;
  if (!reference_.finding().empty()) results.pipeline["measure"]["verify"]["finding"] = reference_.finding();
  return results;
}

/// Ends the program because a call of this run did not return in this process.
void Runner::give_up(std::size_t i, std::string reason) {
  ledger_.end(i, {RunStatus::timeout, std::move(reason)});
  stop_here();
}

/// The same while the runs are not yet known to anybody.
void Runner::give_up_trial(std::size_t i) {
  Results results = *known_;
  results.runs = {planned_result(runs_[i].planned(), runs_[i].options())};
  results.runs.front().status = RunStatus::timeout;
  results.runs.front().reason = "a plugin that auto tried " + budget_.overdue();
  observer_.stuck(results);
}

void Runner::stop_here() {
  ledger_.end_incomplete();
  observer_.stuck(ledger_.results());
}

/// The work of this process on an answer once it has come. Workers are killed at the end of the pipeline's time; this
/// is given up a little later.
CallWatch::Call Runner::own_work(CallWatch::GiveUp give_up) {
  constexpr std::chrono::milliseconds until_killed(300);
  return {&watch_, CallWatch::unlimited, std::move(give_up), until_killed};
}

void Runner::solve_reference() {
  const MeasurePlan& measure = case_.pipeline.measure;
  if (measure.reference == nullptr && measure.verify_file.empty()) return;
  bool all_there = true;
  for (std::size_t i = 0; i < runs_.size(); ++i) all_there = all_there && ledger_.done(i);
  if (all_there && measure.verify_file.empty())
    return observer_.note(fmt::format("measure.verify: all samples were there, so they are not compared with '{}'",
                                      measure.reference->about().name));
  observer_.step(measure.verify_file.empty() ? "solving the reference" : "checking the file of measure.verify");
  const CallWatch::Call work = own_work([this] {
    observer_.note(
        fmt::format("measure.verify: {} before the reference's answers were certified", budget_.left_of_all().reason));
    stop_here();
  });
  reference_.obtain(parts(), [this] {
    observer_.note("measure.verify: the reference " + budget_.overdue());
    stop_here();
  });
}

/// Samples of an earlier program are no proof against this one's file or reference.
void Runner::compare_kept() {
  for (std::size_t i = 0; i < runs_.size(); ++i)
    for (const Sample& sample : ledger_.run(i).samples)
      if (Ending ending = reference_.compare(sample); ledger_.open(i) && ending.status != RunStatus::ok)
        ledger_.end(i, std::move(ending));
}

Ending Runner::prepare(std::size_t i, double& seconds) {
  Run& run = runs_[i];
  if (run.chosen && !run.chosen->unfit().empty()) return {RunStatus::skipped, run.chosen->unfit()};
  const TimeBudget::Limit limit = budget_.left(i);
  if (limit.seconds <= 0) return {RunStatus::timeout, limit.reason};
  observer_.step(fmt::format("preparing {}", run.planned().label));
  const Clock::time_point start = Clock::now();
  Ending ending;
  try {
    run.engine = std::make_unique<Engine>(ground_, run.planned().plugin, run.options(),
                                          EngineRules{.label = run.planned().label,
                                                      .give_up = [this, i] { give_up(i, budget_.overdue()); },
                                                      .devices = run.planned().devices});
    ending = prepare_patiently(limit.seconds, run.chosen ? run.chosen->patience() : INFINITY,
                               [&](double longest) { return run.engine->prepare(longest, seconds); });
  } catch (const std::bad_alloc&) {
    ending = {RunStatus::failed, "there is not enough memory for its answers"};
  }
  budget_.spend(i, start);
  if (run.engine) ledger_.note(i, run.engine->notes());
  if (ending.status == RunStatus::timeout && !limit.reason.empty()) ending.reason = limit.reason;
  return ending;
}

void Runner::prepare_all() {
  for (std::size_t i = 0; i < runs_.size() && !stop_requested; ++i) {
    if (ledger_.done(i) || !ledger_.open(i)) continue;
    Run& run = runs_[i];
    double seconds = 0;
    Ending ending;
    if (run.chosen) {
      seconds = run.chosen->seconds_of_trials();
      for (Usage usage : run.chosen->usage_of_trials()) {
        usage.called.clear();  // most of these plugins are not chosen
        ledger_.add_usage(i, usage);
      }
    }
    if (run.engine) {  // a trial left it
      seconds += *run.chosen->prepared();
      ledger_.note(i, run.engine->notes());
    } else {
      ending = prepare(i, seconds);
    }
    while (choose_next(i, ending)) ending = ledger_.done(i) ? Ending{} : prepare(i, seconds);
    ledger_.prepared(i, seconds);
    if (ending.status == RunStatus::interrupted && stop_requested) break;
    if (ending.status != RunStatus::ok) {
      ledger_.end(i, std::move(ending));
      retire(i, last_moment());
    }
  }
}

bool Runner::going_on() const {
  if (stop_requested) return false;
  for (std::size_t i = 0; i < runs_.size(); ++i)
    if (runs_[i].engine && ledger_.open(i)) return true;
  return false;
}

void Runner::measure() {
  bool warm = false;
  while (going_on()) {
    const std::optional<SolvePlan::Block> next = plan_.next();
    if (!next) break;
    if (next->repeat != 0 && !std::exchange(warm, true)) machine_.begin(processes());
    block(*next);
  }
  if (stop_requested) ledger_.end_incomplete();
}

/// One solve of every live engine.
void Runner::block(const SolvePlan::Block& block) {
  const auto& [sources, repeat, last, order] = block;
  const VertexId id = case_.graph.ids[sources.front()];
  bool watched = false;
  for (const std::size_t i : order) watched = watched || (repeat != 0 && due(i, sources, repeat));
  if (watched && devices_) ledger_.take({.devices = devices_->read(id, repeat), .machine = {}});
  for (const std::size_t i : order) {
    if (stop_requested) break;
    ++done_;
    if (!due(i, sources, repeat)) continue;
    observer_.progress(done_, plan_.solves(), runs_[i].planned().label);
    solve(i, sources, repeat);
  }
  if (!watched) return;
  const auto when = last ? MachineMonitor::When::now : MachineMonitor::When::due;
  if (auto reading = machine_.read(id, repeat, processes(), when))
    ledger_.take({.devices = {}, .machine = {std::move(*reading)}});
}

std::vector<pid_t> Runner::processes() const {
  std::vector<pid_t> found;
  for (const Run& run : runs_)
    if (const auto process = run.engine ? run.engine->process() : std::nullopt) found.push_back(*process);
  return found;
}

void Runner::solve(std::size_t i, std::span<const Vertex> sources, unsigned repeat) {
  const TimeBudget::Limit limit = budget_.left(i);
  Sample sample;
  sample.source = case_.graph.ids[sources.front()];
  sample.repeat = repeat;
  Ending ending{RunStatus::timeout, limit.reason};
  if (limit.seconds > 0) {
    const Clock::time_point start = Clock::now();
    CallWatch::Call work = own_work([this, i, sources] {
      give_up(i, fmt::format("{} before one answer, from {}, was certified; it is not among the samples; the "
                             "program ends here",
                             budget_.left_of_all().reason, sources_text(sources, case_.graph.ids)));
    });
    ending = runs_[i].engine->answer(sources, limit.seconds, sample);
    work.end();
    if (!sample.devices.empty()) ledger_.note(i, runs_[i].engine->notes());
    budget_.spend(i, start);
    if (ending.status == RunStatus::timeout && !limit.reason.empty()) ending.reason = limit.reason;
  }
  if (ending.status == RunStatus::ok) ending = reference_.compare(sample);
  if (ending.status == RunStatus::interrupted) return;
  if (ending.status != RunStatus::ok) {
    if (replace_worker(i, ending)) return;
    ledger_.end(i, std::move(ending));
    retire(i, last_moment());
    return;
  }
  runs_[i].solved = true;
  if (repeat == 0) return;
  ledger_.keep(i, std::move(sample));
  if (repeat == case_.pipeline.measure.repeats && ledger_.owes(i, sources)) write_answer(i, sources);
}

/// Of the solve that came last. Nothing is written once the pipeline's time is over.
void Runner::write_answer(std::size_t i, std::span<const Vertex> sources) {
  if (budget_.left_of_all().seconds <= 0) return;
  const CallWatch::Call work = own_work([this, i, sources] {
    ledger_.set_unwritten(i, fmt::format("the answer from {} is not written: {}; the program ends here",
                                         sources_text(sources, case_.graph.ids), budget_.left_of_all().reason));
    stop_here();
  });
  ledger_.write(i, sources, ground_.verifier.last_right());
}

/// If a worker crashed, exited or was killed from outside, one successor replaces it if it had solved before: for the
/// remaining samples, not for the lost one. The run still counts as failed.
bool Runner::replace_worker(std::size_t i, Ending& ending) {
  const Run& run = runs_[i];
  if (ending.status != RunStatus::failed || !run.engine->died()) return false;
  if (!run.solved || ledger_.lost_worker(i)) return false;
  ledger_.lose_worker(i, std::move(ending));
  ledger_.add_usage(i, run.engine->usage());
  double seconds = 0;
  ending = prepare(i, seconds);
  return ending.status == RunStatus::ok || (ending.status == RunStatus::interrupted && stop_requested);
}

/// Releases its engine and keeps its usage.
void Runner::retire(std::size_t i, Clock::time_point deadline) {
  std::unique_ptr<Engine>& engine = runs_[i].engine;
  if (!engine) return;
  const Ending last = engine->end(deadline);
  ledger_.add_usage(i, engine->usage());
  ledger_.note(i, engine->notes());
  engine.reset();
  if (last.status != RunStatus::ok && ledger_.open(i) && !stop_requested) ledger_.end(i, last);
}

void Runner::finish_all() {
  if (stop_requested) ledger_.end_incomplete();
  for (const Run& run : runs_)
    if (run.engine) run.engine->dismiss();  // all of them end at the same time
  const Clock::time_point deadline = last_moment();
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    retire(i, deadline);
    ledger_.settle(i);
  }
}

}  // namespace

Results run_case(const CaseSetting& setting, CallWatch& watch, Observer& observer, Results results) {
  std::vector<Vertex> listed = sources_of(setting, observer);
  Asked scope = scope_of(setting, observer);
  std::vector<Vertex> sources = distinct(listed);  // one that is listed again is solved once
  AnswerForm form{.sources = std::move(listed),
                  .targets = scope.targets,
                  .vertices = setting.graph.graph->info().vertices,
                  .kind = setting.graph.graph->info().weights,
                  .nearest = setting.planned.question.nearest};
  scope.targets = distinct(scope.targets);
  const std::size_t batch = batch_of(setting, scope, sources.size(), observer);
  return Runner(setting, watch, observer, std::move(sources), batch, std::move(scope), std::move(results))
      .run(std::move(form));
}

}  // namespace wayfront::host
