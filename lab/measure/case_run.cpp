#include "measure/case_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <new>
#include <optional>
#include <utility>

#include "auto/outsiders.hpp"
#include "auto/replacement.hpp"
#include "auto/trial.hpp"
#include "auto/trial_bench.hpp"
#include "base/errors.hpp"
#include "measure/case_results.hpp"
#include "measure/devices/device_monitor.hpp"

namespace wayfront::host {
namespace {

/// The earlier results of such a run, if it has all samples.
std::optional<RunResult> complete_run(const CaseRun::Place& place, const PlannedRun& planned, const Settings& options) {
  if (!place.observer.has_earlier()) return {};
  Results known = place.known;
  if (planned.plugin.has(capability::device) || place.uses_device)
    if (auto devices = DeviceMonitor(place.question.devices).describe(); !devices.empty())
      known.machine["devices"] = std::move(devices);
  const RunResult begun =
      run_to_measure(planned, options, place.question.rules, place.question.scope.predecessors, known);
  std::optional<RunResult> earlier = place.observer.earlier(begun, known);
  return earlier && place.plan.is_complete(earlier->samples) ? earlier : std::nullopt;
}

}  // namespace

void CaseRun::choose(const Place& place) {
  const CaseSetting& setting = place.setting;
  const Question& question = setting.planned.question;
  const std::vector<Vertex>& sources = place.plan.sources();
  const ChooserOptions options = chooser_options(asked_.options, setting.plugins);
  const Workload work{.some = sources,
                      .sources = sources.size(),
                      .per_call = place.plan.batches().front().size(),
                      .parallel = static_cast<unsigned>(question.parallel),
                      .asked = &place.ground.verifier.scope()};
  choosing_ = &place;
  try {
    Choice choice = host::choose(*setting.graph.graph, work, options, setting.plugins, setting.threads);
    if (!take_complete(place, choice)) {
      make_trials(place, choice);
      ranking_ = std::move(choice.ranking);
      chosen_.push_back(run_with(*ranking_.front().plugin));
      notes_.insert(notes_.begin(), fmt::format("chose {}, {}", planned().plugin.about().name, choice.reason));
    }
  } catch (const UserError& none) {
    unfit_ = none.what();
  }
  choosing_ = nullptr;
}

bool CaseRun::take_complete(const Place& place, const Choice& choice) {
  std::vector<Candidate> candidates = choice.ranking;
  std::ranges::move(outsiders(choice), std::back_inserter(candidates));
  for (const Candidate& it : candidates) {
    PlannedRun run = run_with(*it.plugin);
    const std::optional<RunResult> earlier = complete_run(place, run, *it.options);
    if (!earlier) continue;
    notes_ = earlier->notes;
    ranking_ = {it};
    ranking_.front().patience = INFINITY;
    chosen_.push_back(std::move(run));
    return true;
  }
  return false;
}

void CaseRun::make_trials(const Place& place, Choice& choice) {
  const CaseSetting& setting = place.setting;
  const std::size_t per_call = place.plan.batches().front().size();
  const std::uint64_t parallel = setting.planned.question.parallel;
  const auto make = [&](const Candidate& it) {
    place.observer.step(fmt::format("trying {} for {}", it.plugin->about().name, asked_.label));
    return engine_of(place.ground, *it.plugin, *it.options);
  };
  const auto calls = [&](const Plugin&) { return TrialCalls{per_call, parallel != 0 ? parallel : setting.threads}; };
  EngineBench bench({.sources = place.plan.sources(),
                     .processes = setting.shared_graph >= 0,
                     .calls = calls,
                     .make = make,
                     .left = [&] { return place.budget.left(number_).seconds; }});
  const TimeBudget::Clock::time_point start = TimeBudget::Clock::now();
  TrialResult trial = try_candidates(choice, choice.sources, bench);
  place.budget.spend(number_, start);
  seconds_ = trial.seconds;
  usage_ = bench.usage();
  for (Usage& it : usage_) it.called.clear();  // most of these plugins are not chosen
  notes_ = std::move(trial.dropped);
  if (!trial.kept) return;
  engine = bench.take(*trial.kept);
  seconds_ += trial.prepare;
}

/// Ends the program, since a call did not return in this process; during a trial the runs are not known to anybody yet.
void CaseRun::overdue() {
  if (choosing_ == nullptr) return give_up_();
  Results results = choosing_->known;
  results.runs = {planned_result(planned(), options())};
  results.runs.front().status = RunStatus::timeout;
  results.runs.front().reason = "a plugin that auto tried " + choosing_->budget.overdue();
  choosing_->observer.stuck(results);
}

std::unique_ptr<Engine> CaseRun::engine_of(Ground& ground, const Plugin& plugin, const Settings& options) {
  return std::make_unique<Engine>(
      ground, plugin, options,
      EngineRules{.label = asked_.label, .give_up = [this] { overdue(); }, .devices = asked_.devices});
}

Ending CaseRun::prepare(const CaseParts& parts, double& seconds) {
  if (!unfit_.empty()) return {RunStatus::skipped, unfit_};
  const TimeBudget::Limit limit = parts.budget.left(number_);
  if (limit.seconds <= 0) return {RunStatus::timeout, limit.reason};
  parts.observer.step(fmt::format("preparing {}", asked_.label));
  const TimeBudget::Clock::time_point start = TimeBudget::Clock::now();
  Ending ending;
  try {
    engine = engine_of(parts.ground, planned().plugin, options());
    ending = prepare_patiently(limit.seconds, ranking_.empty() ? INFINITY : ranking_.front().patience,
                               [&](double longest) { return engine->prepare(longest, seconds); });
  } catch (const std::bad_alloc&) {
    ending = {RunStatus::failed, "there is not enough memory for its answers"};
  }
  parts.budget.spend(number_, start);
  if (ending.status == RunStatus::timeout && !limit.reason.empty()) ending.reason = limit.reason;
  return ending;
}

bool CaseRun::advance() {
  if (ranking_.size() < 2) return false;
  ranking_.erase(ranking_.begin());
  chosen_.push_back(run_with(*ranking_.front().plugin));
  return true;
}

PlannedRun CaseRun::run_with(const Plugin& plugin) const {
  PlannedRun made;
  made.label = asked_.label;
  made.plugin = plugin;
  made.baseline = asked_.baseline;
  made.control = asked_.control;
  made.devices = asked_.devices;
  return made;
}

}  // namespace wayfront::host
