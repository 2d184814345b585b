#include "measure/case_runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "auto/certified_solve.hpp"
#include "auto/replacement.hpp"
#include "base/errors.hpp"
#include "base/process.hpp"
#include "engine/contenders.hpp"
#include "graph/sources.hpp"
#include "measure/claims/file_answers.hpp"
#include "measure/devices/device_monitor.hpp"
#include "measure/ledger.hpp"
#include "measure/reference_answers.hpp"
#include "measure/solve_plan.hpp"
#include "measure/trials/chosen_run.hpp"
#include "record/machine_monitor.hpp"
#include "record/run_key.hpp"
#include "run/host_context.hpp"
#include "run/solver.hpp"

namespace wayfront::host {
namespace {

/// Asks contenders to solve what the plan says, and enters the results into the ledger.
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
    std::unique_ptr<ChosenRun> chosen{};     // where auto is asked for
    std::unique_ptr<Contender> contender{};  // null before it is prepared and after it has ended
    bool solved = false;                     // at least once, by a contender of this runner

    /// With the chosen plugin in the place of auto.
    const PlannedRun& planned() const { return chosen ? chosen->planned() : *asked; }
    const Settings& options() const { return chosen ? chosen->options() : asked->options; }
  };

  Results with_runs(Results results);
  RunResult not_begun(const PlannedRun& planned, const Settings& options, const Results& known) const;
  bool uses_device() const;
  std::optional<RunResult> complete_run(const PlannedRun& planned, const Settings& options, Results known) const;
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
    return runs_[i].contender && ledger_.open(i) && plan_.due(i, sources.front(), repeat, ledger_.owes(i, sources));
  }
  bool going_on() const;
  /// The deadline for a worker that is asked to end now.
  Clock::time_point last_moment() const { return budget_.deadline(grace(rules_)); }
  std::string overdue() const;
  CallWatch::Call own_work(CallWatch::GiveUp give_up);
  void give_up(std::size_t i, std::string reason);
  void give_up_trial(std::size_t i);
  void stop_here();

  const CaseSetting& case_;
  MeasureRules rules_;
  CallWatch& watch_;
  Observer& observer_;
  TimeBudget budget_;
  Asked scope_;
  std::optional<DeviceMonitor> devices_;
  MachineMonitor machine_;
  const Results* known_ = nullptr;  // while there is no ledger, because auto makes trials
  ReferenceAnswers reference_;
  std::string file_finding_;  // what is known of the file of measure.verify; "" without one
  Contenders contenders_;
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
      scope_(std::move(scope)),
      contenders_(setting.graph, setting.shared_graph, scope_, rules_, setting.plugins, setting.workers,
                  setting.threads, memory_for_answers(setting), &watch,
                  {[this](std::string_view label, std::string_view line) {
                     observer_.note(fmt::format("{}: {}", label, line));
                   },
                   [this](std::string_view label, std::string_view line) { observer_.printed(label, line); }}),
      plan_(setting.pipeline.measure, batch, setting.planned.runs.size(), std::move(sources), setting.graph.ids),
      ledger_(with_runs(std::move(results)), plan_, observer) {
  const RowSampling& sampling = setting.pipeline.measure.sampling;
  contenders_.certify_rows_of(sampled_rows(plan_.sources(), sampling),
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
    RunResult& run = results.runs.emplace_back(not_begun(it.planned(), it.options(), results));
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

/// `known`: the facts that all runs of the case share.
RunResult Runner::not_begun(const PlannedRun& planned, const Settings& options, const Results& known) const {
  RunResult run = planned_result(planned, options);
  if (const DeviceRule devices = devices_of(planned, rules_); devices.given()) run.devices = text_of(devices);
  run.predecessors = contenders_.predecessors_of(planned.plugin);
  HostContext context(1);
  context.start(0, false);
  run.key = run_key(run, known, context);
  return run;
}

bool Runner::uses_device() const {
  return std::ranges::any_of(runs_, [](const Run& it) { return it.planned().plugin.has(capability::device); });
}

/// The earlier results of such a run, if it has all samples.
std::optional<RunResult> Runner::complete_run(const PlannedRun& planned, const Settings& options, Results known) const {
  if (!observer_.has_earlier()) return {};
  if (planned.plugin.has(capability::device) || uses_device())
    if (auto devices = DeviceMonitor(devices_of(case_)).describe(); !devices.empty())
      known.machine["devices"] = std::move(devices);
  std::optional<RunResult> earlier = observer_.earlier(not_begun(planned, options, known), known);
  return earlier && plan_.is_complete(earlier->samples) ? earlier : std::nullopt;
}

/// Puts the plugin that is expected to be the fastest, or was in a trial, in the place of auto. Where none fits, auto
/// stays, and its run is skipped.
void Runner::choose_for(std::size_t i, const Results& known) {
  Run& run = runs_[i];
  known_ = &known;
  run.chosen = std::make_unique<ChosenRun>(
      ChosenRun::Place{
          case_, plan_, scope_, contenders_, budget_, observer_,
          [&](const PlannedRun& planned, const Settings& options) { return complete_run(planned, options, known); }},
      *run.asked, i, [this, i] { known_ != nullptr ? give_up_trial(i) : give_up(i, overdue()); });
  known_ = nullptr;
  run.contender = run.chosen->take();
}

/// Where a chosen plugin cannot be prepared, the next one takes its place; false if there is none.
bool Runner::choose_next(std::size_t i, const Ending& ending) {
  Run& run = runs_[i];
  if (!ending.leaves_to_next() || !run.chosen) return false;
  const PlannedRun& before = run.planned();
  if (!run.chosen->advance()) return false;
  if (run.contender) {
    run.contender->dismiss();
    run.contender->finish(last_moment());
    run.contender.reset();
  }
  ledger_.note(i, {replacement_note(before.plugin, ending, run.planned().plugin)});
  RunResult next = not_begun(run.planned(), run.options(), ledger_.results());
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
  if (!file_finding_.empty()) results.pipeline["measure"]["verify"]["finding"] = file_finding_;
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
  results.runs.front().reason = "a plugin that auto tried " + overdue();
  observer_.stuck(results);
}

void Runner::stop_here() {
  ledger_.end_incomplete();
  observer_.stuck(ledger_.results());
}

/// The reason to give up a plugin's call in this process.
std::string Runner::overdue() const {
  const TimeBudget::Limit all = budget_.left_of_all();
  return all.seconds > 0
             ? fmt::format("did not return within {:.3g} s after its timeout of {} s; the program ends here",
                           grace(rules_), rules_.timeout)
             : fmt::format("did not return after {}; the program ends here", all.reason);
}

/// The work of this process on an answer once it has come. Workers are killed at the end of the pipeline's time; this
/// is given up a little later.
CallWatch::Call Runner::own_work(CallWatch::GiveUp give_up) {
  constexpr std::chrono::milliseconds until_killed(300);
  return {&watch_, CallWatch::unlimited, std::move(give_up), until_killed};
}

void Runner::solve_reference() {
  const MeasurePlan& measure = case_.pipeline.measure;
  const Plugin* reference = measure.reference;
  bool all_there = true;
  for (std::size_t i = 0; i < runs_.size(); ++i) all_there = all_there && ledger_.done(i);
  if (reference == nullptr && measure.verify_file.empty()) return;
  if (all_there && measure.verify_file.empty())
    return observer_.note(fmt::format("measure.verify: all samples were there, so they are not compared with '{}'",
                                      reference->about().name));
  observer_.step(measure.verify_file.empty() ? "solving the reference" : "checking the file of measure.verify");
  const CallWatch::Call work = own_work([this] {
    observer_.note(
        fmt::format("measure.verify: {} before the reference's answers were certified", budget_.left_of_all().reason));
    stop_here();
  });
  std::optional<FileAnswers> file;
  if (!measure.verify_file.empty()) {
    file.emplace(measure.verify_file, case_.planned.label, measure.verify_tolerance, case_.graph, scope_,
                 plan_.sources(), case_.planned.problem.nearest);
    if (file->stands_alone())
      reference_.prove(*file, plan_, case_.graph.ids, case_.threads);
    else if (reference == nullptr)
      reference = &case_.plugins.find(PluginKind::algorithm, default_algorithm(case_.graph.graph->info()));
  }
  if (reference != nullptr)
    reference_.solve(
        *reference, contenders_, plan_, case_.graph.ids, budget_, rules_.timeout,
        [this] {
          observer_.note("measure.verify: the reference " + overdue());
          stop_here();
        },
        file && !file->stands_alone() ? &*file : nullptr);
  if (!file || stop_requested) return;
  file_finding_ = file->finding();
  observer_.note("measure.verify: " + file_finding_);
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
    run.contender =
        contenders_.make(run.planned().plugin, run.options(), run.planned().label,
                         {.give_up = [this, i] { give_up(i, overdue()); }, .devices = run.planned().devices});
    ending = prepare_patiently(limit.seconds, run.chosen ? run.chosen->patience() : INFINITY,
                               [&](double longest) { return run.contender->prepare(longest, seconds); });
  } catch (const std::bad_alloc&) {
    ending = {RunStatus::failed, "there is not enough memory for its answers"};
  }
  budget_.spend(i, start);
  if (run.contender) ledger_.note(i, run.contender->notes());
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
    if (run.contender) {  // a trial left it
      seconds += *run.chosen->prepared();
      ledger_.note(i, run.contender->notes());
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
    if (runs_[i].contender && ledger_.open(i)) return true;
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

/// One solve of every live contender.
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

/// Those of the contenders.
std::vector<pid_t> Runner::processes() const {
  std::vector<pid_t> found;
  for (const Run& run : runs_)
    if (const auto process = run.contender ? run.contender->process() : std::nullopt) found.push_back(*process);
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
    ending = runs_[i].contender->solve(sources, limit.seconds, sample);
    work.end();
    if (!sample.devices.empty()) ledger_.note(i, runs_[i].contender->notes());
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
  ledger_.write(i, sources, contenders_.last_right());
}

/// If a worker crashed, exited or was killed from outside, one successor replaces it if it had solved before: for the
/// remaining samples, not for the lost one. The run still counts as failed.
bool Runner::replace_worker(std::size_t i, Ending& ending) {
  const Run& run = runs_[i];
  if (ending.status != RunStatus::failed || !run.contender->died()) return false;
  if (!run.solved || ledger_.lost_worker(i)) return false;
  ledger_.lose_worker(i, std::move(ending));
  ledger_.add_usage(i, run.contender->usage());
  double seconds = 0;
  ending = prepare(i, seconds);
  return ending.status == RunStatus::ok || (ending.status == RunStatus::interrupted && stop_requested);
}

/// Releases its contender and keeps its usage.
void Runner::retire(std::size_t i, Clock::time_point deadline) {
  std::unique_ptr<Contender>& contender = runs_[i].contender;
  if (!contender) return;
  contender->dismiss();
  const Ending last = contender->finish(deadline);
  ledger_.add_usage(i, contender->usage());
  ledger_.note(i, contender->notes());
  contender.reset();
  if (last.status != RunStatus::ok && ledger_.open(i) && !stop_requested) ledger_.end(i, last);
}

void Runner::finish_all() {
  if (stop_requested) ledger_.end_incomplete();
  for (const Run& run : runs_)
    if (run.contender) run.contender->dismiss();  // all of them end at the same time
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
                  .nearest = setting.planned.problem.nearest};
  scope.targets = distinct(scope.targets);
  const std::size_t batch = batch_of(setting, scope, sources.size(), observer);
  return Runner(setting, watch, observer, std::move(sources), batch, std::move(scope), std::move(results))
      .run(std::move(form));
}

}  // namespace wayfront::host
