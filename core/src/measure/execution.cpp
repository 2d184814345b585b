#include "measure/execution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <new>

#include "base/process.hpp"
#include "base/share_text.hpp"
#include "graph/sources.hpp"
#include "load/loaded_graph.hpp"
#include "measure/observer.hpp"
#include "measure/run_key.hpp"
#include "pipeline/plan.hpp"
#include "run/host_context.hpp"

namespace wayfront::host {
namespace {

Usage sum(const Usage& a, const Usage& b) {
  return {.peak_bytes = std::max(a.peak_bytes, b.peak_bytes),
          .workers = a.workers + b.workers,
          .start = a.start + b.start,
          .user = a.user + b.user,
          .system = a.system + b.system,
          .opening = a.opening + b.opening,
          .outside = a.outside + b.outside,
          .waiting = a.waiting + b.waiting,
          .peak_resident_bytes = std::max(a.peak_resident_bytes, b.peak_resident_bytes)};
}

/// Seconds that stand for no limit.
constexpr double longest_call = 1e9;

/// Workers are killed at `end` of all; what this process makes of an answer is given up somewhat later.
TimeBudget::Clock::time_point somewhat_after(TimeBudget::Clock::time_point end) {
  constexpr std::chrono::milliseconds until_killed(300);
  return end == TimeBudget::Clock::time_point::max() ? end : end + until_killed;
}

}  // namespace

Execution::Execution(const Pipeline& pipeline, const PlannedCase& planned, const PluginRegistry& plugins,
                     const WorkerRules& workers, const LoadedGraph& graph, int shared_graph, unsigned threads,
                     Clock::time_point start, Observer& observer, Results results)
    : pipeline_(pipeline),
      planned_(planned),
      plugins_(plugins),
      graph_(graph),
      threads_(threads),
      observer_(observer),
      results_(std::move(results)),
      budget_(pipeline.measure.rules, planned.runs.size() + 1, start),
      in_call_(planned.runs.size()),
      watch_([this] { give_up(); }, workers.end),
      answer_watch_([this] { give_up_answer(); }, somewhat_after(workers.end)),
      contenders_(graph, shared_graph, pipeline.measure, plugins, workers, threads, planned.predecessors, watch_,
                  {[this](std::string_view label, std::string_view line) {
                     observer_.note(fmt::format("{}: {}", label, line));
                   },
                   [this](std::string_view label, std::string_view line) { observer_.printed(label, line); }}) {}

Results Execution::run() {
  choose_sources_of_case();
  start_monitors();
  plan();
  start_output();
  observer_.begins(results_);
  const bool all_there = std::ranges::all_of(order_, [this](std::size_t i) { return complete(i) && !owes_any(i); });
  if (!all_there && pipeline_.measure.reference != nullptr) {
    in_call_ = runs_.size();
    observer_.step("solving the reference");
    answer_watch_.begin(longest_call);
    reference_.solve(*pipeline_.measure.reference, contenders_, sources_, graph_.ids, budget_,
                     pipeline_.measure.rules.timeout);
    answer_watch_.end();
  }
  prepare_all();
  measure();
  finish_all();
  note_unwritten();
  results_.interrupted = stop_requested;
  return std::move(results_);
}

void Execution::choose_sources_of_case() {
  const SourceRule& rule = planned_.sources;
  HostContext context(threads_);
  const TimeBudget::Limit left = budget_.left_of_all(longest_call);
  context.start(std::max(left.seconds, 1e-9), false);  // 0 would mean no limit
  if (rule.reaches > 0) observer_.step("searching for sources that reach enough");
  try {
    sources_ = choose_sources(rule, *graph_.graph, graph_.directed, graph_.ids, context);
  } catch (const Cancelled&) {
    if (!stop_requested) throw OutOfTime(left.reason + " while sources were chosen");
    throw UserError(ExitCode::interrupted, "interrupted before anything was measured");
  }
  for (const Vertex source : sources_) results_.sources.push_back(graph_.ids[source]);
  if (rule.kind == SourceRule::Kind::random && sources_.size() < rule.count)
    observer_.note(fmt::format(
        "{} sources instead of {}: {}", sources_.size(), rule.count,
        rule.reaches > 0 ? fmt::format("no other vertex tried reaches {} of the vertices", share_text(rule.reaches))
                         : "no more vertices have out-arcs"));
}

void Execution::start_output() {
  const OutputPlan& plan = pipeline_.output;
  if (!plan.any()) return;
  const auto run = std::ranges::find_if(
      results_.runs, [&](const RunResult& it) { return plan.run.empty() ? it.baseline : it.label == plan.run; });
  if (run == results_.runs.end())
    return observer_.note(fmt::format("[output]: --filter excludes the run '{}'", plan.run));
  written_run_ = static_cast<std::size_t>(run - results_.runs.begin());
  writer_.emplace(plan, planned_.label, sources_, graph_.ids, [this](std::string_view text) { observer_.note(text); });
}

void Execution::note_unwritten() const {
  if (!writer_ || stop_requested) return;
  const auto missing = std::ranges::count_if(sources_, [this](Vertex source) { return writer_->wants(source); });
  if (missing == 0) return;
  const TimeBudget::Limit all = budget_.left_of_all(longest_call);
  if (all.seconds <= 0)
    observer_.note(fmt::format("[output]: the answers of '{}' from {} of {} sources are not written: {}",
                               results_.runs[written_run_].label, missing, sources_.size(), all.reason));
  else
    observer_.note(
        fmt::format("[output]: '{}' did not solve from {} of {} sources this time, so their answers are not written",
                    results_.runs[written_run_].label, missing, sources_.size()));
}

/// Devices only if a plugin uses one: others do not need a driver.
void Execution::start_monitors() {
  results_.machine.update(machine_.describe());
  const auto uses_device = [this](std::size_t run) { return pipeline_.runs[run].plugin.has(capability::device); };
  if (!std::ranges::any_of(planned_.runs, uses_device)) return;
  devices_.emplace();
  if (auto devices = devices_->describe(); !devices.empty()) results_.machine["devices"] = std::move(devices);
}

/// The number of solves to do, without those that exist.
void Execution::plan() {
  HostContext context(1);
  context.start(0, false);
  for (const std::size_t index : planned_.runs) {
    const PlannedRun& planned = pipeline_.runs[index];
    runs_.emplace_back().planned = &planned;
    RunResult& run = results_.runs.emplace_back();
    run.label = planned.label;
    run.plugin = planned.plugin.about().name;
    run.version = planned.plugin.about().version;
    run.file = planned.plugin.file.string();
    run.options = planned.options.to_json();
    run.baseline = planned.baseline;
    run.control = planned.control;
    run.predecessors = contenders_.predecessors_of(planned.plugin);
    run.key = run_key(run, results_, context);
    order_.push_back(order_.size());
  }
  if (std::ranges::none_of(results_.runs, &RunResult::baseline) && !results_.runs.empty()) {
    results_.runs.front().baseline = true;
    if (results_.runs.size() > 1)
      observer_.note(fmt::format("--filter excludes the baseline; '{}' replaces it", results_.runs.front().label));
  }
  std::set<std::pair<VertexId, unsigned>> wanted;
  for (const VertexId& source : results_.sources)
    for (unsigned repeat = 1; repeat <= pipeline_.measure.repeats; ++repeat) wanted.emplace(source, repeat);
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    const std::optional<RunResult> earlier = observer_.earlier(result(i), results_);
    if (!earlier) continue;
    for (const Sample& sample : earlier->samples) {
      const std::pair which(sample.source, sample.repeat);
      if (wanted.contains(which) && runs_[i].made.insert(which).second) result(i).samples.push_back(sample);
    }
    result(i).prepare = earlier->prepare;
    result(i).usage = earlier->usage;
  }
  const auto of_no_sample = [this](const auto& it) {
    return std::ranges::none_of(runs_, [&](const Run& run) { return run.made.contains({it.source, it.repeat}); });
  };
  results_.readings = observer_.earlier_readings(results_);
  std::erase_if(results_.readings.devices, of_no_sample);
  std::erase_if(results_.readings.machine, of_no_sample);
}

bool Execution::due(std::size_t i, Vertex source, unsigned repeat) const {
  const bool made = runs_[i].made.contains({graph_.ids[source], repeat});
  return alive(i) && (!made || (repeat == pipeline_.measure.repeats && owes(i, source)));
}

bool Execution::complete(std::size_t i) const {
  return runs_[i].made.size() == std::size_t{pipeline_.measure.repeats} * sources_.size();
}

bool Execution::owes_any(std::size_t i) const {
  return std::ranges::any_of(sources_, [&](Vertex source) { return owes(i, source); });
}

void Execution::end(std::size_t i, Ending ending) {
  result(i).status = ending.status;
  result(i).reason = std::move(ending.reason);
  observer_.ended(result(i));
}

/// Releases its contender and keeps its usage.
void Execution::retire(std::size_t i, Clock::time_point deadline) {
  Run& run = runs_[i];
  if (!run.contender) return;
  run.contender->dismiss();
  const Ending last = run.contender->finish(deadline);
  run.before = sum(run.before, run.contender->usage());
  run.contender.reset();
  if (last.status != RunStatus::ok && result(i).status == RunStatus::ok && !stop_requested) end(i, last);
}

void Execution::give_up() {
  const MeasureRules& rules = pipeline_.measure.rules;
  const TimeBudget::Limit all = budget_.left_of_all(longest_call);
  const std::string reason =
      all.seconds > 0 ? fmt::format("did not return within {:.3g} s after its timeout of {} s; the program ends here",
                                    grace(rules), rules.timeout)
                      : fmt::format("did not return after {}; the program ends here", all.reason);
  if (in_call_ == runs_.size())
    observer_.note("measure.verify: the reference " + reason);
  else
    end(in_call_, {RunStatus::timeout, reason});
  stop_here();
}

/// The pipeline's time is over, but this process still works on an answer.
void Execution::give_up_answer() {
  const std::string reason = budget_.left_of_all(longest_call).reason;
  if (in_call_ == runs_.size())
    observer_.note(fmt::format("measure.verify: {} before the reference's answers were certified", reason));
  else if (making_ == Making::files)
    result(in_call_).unwritten = fmt::format("the answer from source {} is not written: {}; the program ends here",
                                             graph_.ids.text(answer_from_), reason);
  else
    end(in_call_, {RunStatus::timeout, fmt::format("{} before one answer, from source {}, was certified; it is not "
                                                   "among the samples; the program ends here",
                                                   reason, graph_.ids.text(answer_from_))});
  stop_here();
}

void Execution::stop_here() {
  end_incomplete();
  observer_.stuck(results_);
}

void Execution::end_incomplete() {
  const std::uint64_t expected = std::uint64_t{pipeline_.measure.repeats} * sources_.size();
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    if (result(i).status != RunStatus::ok || complete(i)) continue;
    std::string stopped = fmt::format("stopped after {} of {} samples", result(i).samples.size(), expected);
    const Ending& fault = runs_[i].fault;
    if (fault.status == RunStatus::ok)
      end(i, {RunStatus::interrupted, std::move(stopped)});
    else
      end(i, {fault.status, fmt::format("{}; a second worker was {}", fault.reason, stopped)});
  }
}

Ending Execution::prepare(std::size_t i, double& seconds) {
  const PlannedRun& planned = *runs_[i].planned;
  const TimeBudget::Limit limit = budget_.left(i);
  if (limit.seconds <= 0) return {RunStatus::timeout, limit.reason};
  observer_.step(fmt::format("preparing {}", planned.label));
  in_call_ = i;
  const Clock::time_point start = Clock::now();
  Ending ending;
  try {
    runs_[i].contender = contenders_.make(planned.plugin, planned.options, planned.label);
    ending = runs_[i].contender->prepare(limit.seconds, seconds);
  } catch (const std::bad_alloc&) {
    ending = {RunStatus::failed, "there is not enough memory for its answers"};
  }
  budget_.spend(i, start);
  if (runs_[i].contender) take_notes(i);
  if (ending.status == RunStatus::timeout && !limit.reason.empty()) ending.reason = limit.reason;
  return ending;
}

/// Those of a second worker are the same.
void Execution::take_notes(std::size_t i) {
  for (const std::string& note : runs_[i].contender->notes()) {
    if (std::ranges::find(result(i).notes, note) != result(i).notes.end()) continue;
    result(i).notes.push_back(note);
    observer_.note(fmt::format("{}: {}", result(i).label, note));
  }
}

void Execution::prepare_all() {
  for (std::size_t i = 0; i < runs_.size() && !stop_requested; ++i) {
    if (complete(i) && !owes_any(i)) continue;
    double seconds = 0;
    Ending ending = prepare(i, seconds);
    if (result(i).samples.empty()) result(i).prepare = seconds;
    if (ending.status == RunStatus::interrupted && stop_requested) break;
    if (ending.status != RunStatus::ok) {
      end(i, std::move(ending));
      retire(i, last_moment());
    }
  }
}

bool Execution::going_on() const {
  if (stop_requested) return false;
  return std::ranges::any_of(order_, [this](std::size_t i) { return alive(i); });
}

void Execution::measure() {
  random_.seed(pipeline_.measure.seed);
  const std::uint64_t blocks = pipeline_.measure.warmups + std::uint64_t{pipeline_.measure.repeats} * sources_.size();
  total_ = blocks * order_.size();
  std::ranges::sort(order_);
  for (unsigned i = 0; i < pipeline_.measure.warmups && going_on(); ++i) block(sources_.front(), 0);
  machine_.begin(processes());
  std::vector<Vertex> in_order = sources_;
  for (unsigned repeat = 1; repeat <= pipeline_.measure.repeats && going_on(); ++repeat) {
    for (std::size_t i = 0; i < in_order.size() && going_on(); ++i) block(in_order[i], repeat);
    std::ranges::shuffle(in_order, random_);  // so that no plugin can predict the next source
  }
  if (stop_requested) end_incomplete();
}

/// One solve of every live contender, in random order. `repeat` 0 is a warm-up: certified, but not kept.
void Execution::block(Vertex source, unsigned repeat) {
  std::ranges::shuffle(order_, random_);
  const bool watched =
      repeat != 0 && std::ranges::any_of(order_, [&](std::size_t i) { return due(i, source, repeat); });
  if (watched && devices_) take({.devices = devices_->read(graph_.ids[source], repeat), .machine = {}});
  for (const std::size_t i : order_) {
    if (stop_requested) break;
    ++done_;
    if (!due(i, source, repeat)) continue;
    observer_.progress(done_, total_, result(i).label);
    solve(i, source, repeat);
  }
  if (!watched) return;
  const bool last = repeat == pipeline_.measure.repeats && source == sources_.back();
  const auto when = last ? MachineMonitor::When::now : MachineMonitor::When::due;
  if (auto reading = machine_.read(graph_.ids[source], repeat, processes(), when))
    take({.devices = {}, .machine = {std::move(*reading)}});
}

void Execution::take(Readings readings) {
  observer_.read(readings);
  std::ranges::move(readings.devices, std::back_inserter(results_.readings.devices));
  std::ranges::move(readings.machine, std::back_inserter(results_.readings.machine));
}

/// Those of the contenders.
std::vector<pid_t> Execution::processes() const {
  std::vector<pid_t> found;
  for (const Run& run : runs_)
    if (const auto process = run.contender ? run.contender->process() : std::nullopt) found.push_back(*process);
  return found;
}

void Execution::solve(std::size_t i, Vertex source, unsigned repeat) {
  RunResult& run = result(i);
  const TimeBudget::Limit limit = budget_.left(i);
  Sample sample;
  sample.source = graph_.ids[source];
  sample.repeat = repeat;
  in_call_ = i;
  Ending ending{RunStatus::timeout, limit.reason};
  if (limit.seconds > 0) {
    const Clock::time_point start = Clock::now();
    making_ = Making::certificate;
    answer_from_ = source;
    answer_watch_.begin(longest_call);
    ending = runs_[i].contender->solve(source, limit.seconds, sample);
    answer_watch_.end();
    budget_.spend(i, start);
    if (ending.status == RunStatus::timeout && !limit.reason.empty()) ending.reason = limit.reason;
  }
  if (ending.status == RunStatus::ok) ending = reference_.compare(sample);
  if (ending.status == RunStatus::interrupted) return;
  if (ending.status != RunStatus::ok) {
    if (replace_worker(i, ending)) return;
    end(i, std::move(ending));
    retire(i, last_moment());
    return;
  }
  runs_[i].solved = true;
  if (repeat == 0) return;
  if (runs_[i].made.emplace(sample.source, repeat).second) {  // else solved again, only for the answer
    run.samples.push_back(std::move(sample));
    observer_.measured(run, run.samples.back());
  }
  // The last repeat, so that writing disturbs as few later solves as possible.
  if (repeat == pipeline_.measure.repeats && owes(i, source)) write_answer(run, source);
}

/// Of the solve that came last. Its sample is kept whatever becomes of the files. Nothing is written once the
/// pipeline's time is over.
void Execution::write_answer(RunResult& run, Vertex source) {
  if (budget_.left_of_all(longest_call).seconds <= 0) return;
  const Judge::Answer& answer = contenders_.last_right();
  making_ = Making::files;
  answer_watch_.begin(longest_call);
  writer_->write(source, *answer.output, answer.predecessors);
  answer_watch_.end();
  if (writer_->unwritten().empty()) return;
  run.unwritten = fmt::format("{}; fix this, then run again{}", writer_->unwritten(),
                              pipeline_.report.directory.empty() ? "" : " with --resume, which keeps all samples");
}

/// If a worker crashed, exited or was killed from outside, one successor replaces it if it had solved before: for the
/// remaining samples, not for the lost one. The run still counts as failed.
bool Execution::replace_worker(std::size_t i, Ending& ending) {
  Run& run = runs_[i];
  if (ending.status != RunStatus::failed || !run.contender->died()) return false;
  if (!run.solved || run.fault.status != RunStatus::ok) return false;
  observer_.note(
      fmt::format("{}: {}; another worker continues with its other samples", result(i).label, ending.reason));
  run.before = sum(run.before, run.contender->usage());
  run.fault = std::move(ending);
  double seconds = 0;
  ending = prepare(i, seconds);
  return ending.status == RunStatus::ok || (ending.status == RunStatus::interrupted && stop_requested);
}

void Execution::finish_all() {
  if (stop_requested) end_incomplete();
  for (Run& run : runs_)
    if (run.contender) run.contender->dismiss();  // all of them end at the same time
  const Clock::time_point deadline = last_moment();
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    Run& run = runs_[i];
    retire(i, deadline);
    if (run.fault.status != RunStatus::ok && result(i).status == RunStatus::ok)
      end(i, {run.fault.status, run.fault.reason + "; a second worker measured its other samples"});
    if (run.before.workers != 0 || run.before.peak_bytes != 0) result(i).usage = sum(result(i).usage, run.before);
    observer_.settled(result(i));
  }
}

}  // namespace wayfront::host
