#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/process.hpp"
#include "base/text.hpp"
#include "measure/case_question.hpp"
#include "measure/case_results.hpp"
#include "measure/case_run.hpp"
#include "measure/devices/device_monitor.hpp"
#include "measure/reference_answers.hpp"
#include "measure/shrink/smallest_graph.hpp"
#include "measure/solve_plan.hpp"
#include "question/sources.hpp"
#include "record/machine_monitor.hpp"

namespace wayfront::host {
namespace {

/// Asks engines to solve what the plan says, and enters the results into the case's results.
class Runner {
 public:
  Runner(const CaseSetting& setting, CaseQuestion question, CallWatch& watch, Observer& observer, Results results)
      : case_(setting),
        question_(std::move(question)),
        watch_(watch),
        observer_(observer),
        budget_(question_.rules, setting.planned.runs.size() + 1, setting.start),
        ground_(setting.graph, setting.plugins, question_.scope,
                {.shared = setting.shared_graph,
                 .measure = question_.rules,
                 .workers = setting.workers,
                 .threads = setting.threads,
                 .answer_memory = question_.answer_memory,
                 .watch = &watch,
                 .log = [this](std::string_view label,
                               std::string_view line) { observer_.note(fmt::format("{}: {}", label, line)); },
                 .printed = [this](std::string_view label, std::string_view line) { observer_.printed(label, line); }}),
        plan_(setting.pipeline.measure, question_.batch, setting.planned.runs.size(), question_.sources,
              setting.graph.ids),
        results_(with_runs(std::move(results)), plan_, observer) {
    const RowSampling& sampling = question_.scope.sample;
    ground_.verifier.certify_rows_of(sampled_rows(question_.sources, sampling),
                                     sampling.draws_whole_rows(question_.sources.size()));
  }

  Results run() {
    results_.resume();
    results_.open_output(case_.pipeline, case_.planned.label, std::move(question_.listed_sources),
                         std::move(question_.listed), case_.graph.graph->info(), case_.graph.ids);
    observer_.begins(results_.results());
    bool all_there = true;
    for (std::size_t i = 0; i < runs_.size(); ++i) all_there = all_there && results_.done(i);
    reference_.obtain(parts(), all_there, [this] { stop_here(); });
    compare_kept();
    prepare_all();
    measure();
    shrink_failures();
    finish_all();
    if (!stop_requested) {
      const TimeBudget::Limit left = budget_.left_of_all();
      results_.note_unwritten(left.seconds > 0 ? "" : left.reason);
    }
    Results results = results_.close();
    results.interrupted = stop_requested;
    return results;
  }

 private:
  using Clock = TimeBudget::Clock;

  CaseParts parts() { return {case_, question_, plan_, ground_, budget_, watch_, observer_}; }

  bool due(std::size_t i, std::span<const Vertex> sources, unsigned repeat) const {
    return runs_[i].engine && results_.open(i) && plan_.due(i, sources.front(), repeat, results_.owes(i, sources));
  }
  /// The deadline for a worker that is asked to end now.
  Clock::time_point last_moment() const { return budget_.deadline(grace(question_.rules)); }

  /// Devices only if a plugin uses one: others do not need a driver.
  Results with_runs(Results results) {
    results.machine.update(machine_.describe());
    for (const Vertex source : question_.sources) results.sources.push_back(case_.graph.ids[source]);
    runs_.reserve(case_.planned.runs.size());
    for (const std::size_t index : case_.planned.runs)
      runs_.emplace_back(case_.pipeline.runs[index], runs_.size(),
                         [this, i = runs_.size()] { give_up(i, budget_.overdue()); });
    for (CaseRun& run : runs_)
      if (is_chooser(run.planned().plugin)) run.choose({parts(), results, uses_device()});
    if (uses_device()) {
      devices_.emplace(question_.devices);
      if (auto devices = devices_->describe(); !devices.empty()) results.machine["devices"] = std::move(devices);
    }
    for (const CaseRun& it : runs_) {
      RunResult& run = results.runs.emplace_back(
          run_to_measure(it.planned(), it.options(), question_.rules, question_.scope.predecessors, results));
      run.notes = it.notes();
      if (it.is_chosen()) run.usage.called = {run.plugin};
      for (const std::string& note : run.notes) observer_.note(fmt::format("{}: {}", run.label, note));
    }
    if (replace_baseline(results.runs) && results.runs.size() > 1)
      observer_.note(fmt::format("--filter excludes the baseline; '{}' replaces it", results.runs.front().label));
    return results;
  }

  bool uses_device() const {
    return std::ranges::any_of(runs_, [](const CaseRun& it) { return it.planned().plugin.has(capability::device); });
  }

  /// Ends the program because a call of this run did not return in this process.
  void give_up(std::size_t i, std::string reason) {
    results_.end(i, {RunStatus::timeout, std::move(reason)});
    stop_here();
  }

  void stop_here() {
    results_.end_incomplete();
    observer_.stuck(results_.results());
  }

  /// Samples of an earlier program are no proof against this one's reference.
  void compare_kept() {
    for (std::size_t i = 0; i < runs_.size(); ++i)
      for (const Sample& sample : results_.run(i).samples)
        if (Ending ending = reference_.compare(sample); results_.open(i) && ending.status != RunStatus::ok)
          results_.end(i, std::move(ending));
  }

  Ending prepare(std::size_t i, double& seconds) {
    Ending ending = runs_[i].prepare(parts(), seconds);
    if (runs_[i].engine) results_.note(i, runs_[i].engine->notes());
    return ending;
  }

  void prepare_all() {
    for (std::size_t i = 0; i < runs_.size() && !stop_requested; ++i) {
      if (results_.done(i) || !results_.open(i)) continue;
      const CaseRun& run = runs_[i];
      double seconds = run.seconds_of_choice();
      for (const Usage& usage : run.usage_of_choice()) results_.add_usage(i, usage);
      Ending ending;
      if (run.is_ready())
        results_.note(i, run.engine->notes());  // the choice left it
      else
        ending = prepare(i, seconds);
      results_.prepared(i, seconds);
      if (ending.status == RunStatus::interrupted && stop_requested) break;
      if (ending.status != RunStatus::ok) {
        note_failure(i, std::span(plan_.sources()).first(1), ending);
        results_.end(i, std::move(ending));
        retire(i, last_moment());
      }
    }
  }

  bool going_on() const {
    if (stop_requested) return false;
    for (std::size_t i = 0; i < runs_.size(); ++i)
      if (runs_[i].engine && results_.open(i)) return true;
    return false;
  }

  void measure() {
    bool warm = false;
    while (going_on()) {
      const std::optional<SolvePlan::Block> next = plan_.next();
      if (!next) break;
      if (next->repeat != 0 && !std::exchange(warm, true)) machine_.begin(processes());
      block(*next);
    }
    if (stop_requested) results_.end_incomplete();
  }

  /// One solve of every live engine.
  void block(const SolvePlan::Block& block) {
    const auto& [sources, repeat, last, order] = block;
    const VertexId id = case_.graph.ids[sources.front()];
    bool watched = false;
    for (const std::size_t i : order) watched = watched || (repeat != 0 && due(i, sources, repeat));
    if (watched && devices_) results_.take({.devices = devices_->read(id, repeat), .machine = {}});
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
      results_.take({.devices = {}, .machine = {std::move(*reading)}});
  }

  std::vector<pid_t> processes() const {
    std::vector<pid_t> found;
    for (const CaseRun& run : runs_)
      if (const auto process = run.engine ? run.engine->process() : std::nullopt) found.push_back(*process);
    return found;
  }

  void solve(std::size_t i, std::span<const Vertex> sources, unsigned repeat) {
    const TimeBudget::Limit limit = budget_.left(i);
    Sample sample;
    sample.source = case_.graph.ids[sources.front()];
    sample.repeat = repeat;
    Ending ending{RunStatus::timeout, limit.reason};
    if (limit.seconds > 0) {
      const Clock::time_point start = Clock::now();
      CallWatch::Call work = parts().own_work([this, i, sources] {
        give_up(i, fmt::format("{} before one answer, from {}, was certified; it is not among the samples; the "
                               "program ends here",
                               budget_.left_of_all().reason, sources_text(sources, case_.graph.ids)));
      });
      ending = runs_[i].engine->answer(sources, limit.seconds, sample);
      work.end();
      note_failure(i, sources, ending);
      if (!sample.devices.empty()) results_.note(i, runs_[i].engine->notes());
      budget_.spend(i, start);
      if (ending.status == RunStatus::timeout && !limit.reason.empty()) ending.reason = limit.reason;
    }
    if (ending.status == RunStatus::ok) ending = reference_.compare(sample);
    if (ending.status == RunStatus::interrupted) return;
    if (ending.status != RunStatus::ok) {
      if (replace_worker(i, ending)) return;
      results_.end(i, std::move(ending));
      retire(i, last_moment());
      return;
    }
    runs_[i].solved = true;
    if (repeat == 0) return;
    results_.keep(i, std::move(sample));
    if (repeat == case_.pipeline.measure.repeats && results_.owes(i, sources)) write_answer(i, sources);
  }

  /// Of the solve that came last. Nothing is written once the pipeline's time is over.
  void write_answer(std::size_t i, std::span<const Vertex> sources) {
    if (budget_.left_of_all().seconds <= 0) return;
    const CallWatch::Call work = parts().own_work([this, i, sources] {
      results_.set_unwritten(i, fmt::format("the answer from {} is not written: {}; the program ends here",
                                            sources_text(sources, case_.graph.ids), budget_.left_of_all().reason));
      stop_here();
    });
    results_.write(i, sources, ground_.verifier.last_right());
  }

  /// If a worker crashed, exited or was killed from outside, one successor replaces it if it had solved before: for the
  /// remaining samples, not for the lost one. The run still counts as failed.
  bool replace_worker(std::size_t i, Ending& ending) {
    const CaseRun& run = runs_[i];
    if (ending.status != RunStatus::failed || !run.engine->died()) return false;
    if (!run.solved || results_.lost_worker(i)) return false;
    results_.lose_worker(i, ending);
    results_.add_usage(i, run.engine->usage());
    double seconds = 0;
    const Ending next = prepare(i, seconds);
    if (next.status == RunStatus::ok || (next.status == RunStatus::interrupted && stop_requested)) return true;
    ending.reason += fmt::format("; a second worker was not prepared: {}", next.reason);
    return false;
  }

  /// Releases its engine and keeps its usage.
  void retire(std::size_t i, Clock::time_point deadline) {
    std::unique_ptr<Engine>& engine = runs_[i].engine;
    if (!engine) return;
    const Ending last = engine->end(deadline);
    results_.add_usage(i, engine->usage());
    results_.note(i, engine->notes());
    engine.reset();
    if (last.status != RunStatus::ok && results_.open(i) && !stop_requested) results_.end(i, last);
  }

  void note_failure(std::size_t i, std::span<const Vertex> sources, const Ending& ending) {
    const bool crashed = ending.status == RunStatus::failed && runs_[i].engine && runs_[i].engine->died();
    const bool known = std::ranges::find(failures_, i, &Failure::run) != failures_.end();
    if ((crashed || ending.status == RunStatus::wrong) && !known)
      failures_.push_back({i, {sources.begin(), sources.end()}, crashed});
  }

  /// Where the pipeline has a folder for them: the smallest graphs on which runs are wrong or crash.
  void shrink_failures() {
    constexpr double seconds = 20;
    if (case_.pipeline.keep.empty()) return;
    std::set<std::string> names;
    for (const auto& [i, sources, crashed] : failures_) {
      if (stop_requested) return;
      const CaseRun& run = runs_[i];
      const std::string& label = run.planned().label;
      observer_.step(fmt::format("looking for a small graph on which {} fails", label));
      GroundRules rules{.measure = question_.rules, .workers = case_.workers, .threads = case_.threads};
      if (run.planned().devices) rules.measure.devices = *run.planned().devices;
      const std::string& of_case = case_.planned.label;
      std::string name = file_name_of(of_case.empty() ? label : of_case + ": " + label, '.', '-');
      if (name.empty() || !names.insert(name).second) name += fmt::format("-run-{}", i + 1);
      const SmallestGraph found = smallest_graph({.graph = case_.graph,
                                                  .plugins = case_.plugins,
                                                  .plugin = run.planned().plugin,
                                                  .options = run.options(),
                                                  .sources = sources,
                                                  .asked = question_.scope,
                                                  .crashed = crashed,
                                                  .rules = std::move(rules)},
                                                 budget_.left_of_all(seconds).seconds, case_.pipeline.keep, name);
      results_.note(i, {found.text()});
      observer_.shrunk(found);
    }
  }

  void finish_all() {
    if (stop_requested) results_.end_incomplete();
    for (const CaseRun& run : runs_)
      if (run.engine) run.engine->dismiss();  // all of them end at the same time
    const Clock::time_point deadline = last_moment();
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      retire(i, deadline);
      results_.settle(i);
    }
  }

  const CaseSetting& case_;
  CaseQuestion question_;
  CallWatch& watch_;
  Observer& observer_;
  TimeBudget budget_;
  std::optional<DeviceMonitor> devices_;
  MachineMonitor machine_;
  ReferenceAnswers reference_;
  Ground ground_;
  std::vector<CaseRun> runs_;  // as those of the results
  struct Failure {
    std::size_t run;
    std::vector<Vertex> sources;
    bool crashed;
  };
  std::vector<Failure> failures_;  // the first of each run, where it was wrong or crashed
  SolvePlan plan_;
  CaseResults results_;
  std::uint64_t done_ = 0;  // of all solves of the plan
};

}  // namespace

Results run_case(const CaseSetting& setting, CallWatch& watch, Observer& observer, Results results) {
  return Runner(setting, question_of(setting, observer), watch, observer, std::move(results)).run();
}

}  // namespace wayfront::host
