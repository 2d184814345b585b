#include "measure/case_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <new>
#include <utility>

#include "base/errors.hpp"
#include "engine/choice/choice.hpp"
#include "measure/case_results.hpp"
#include "measure/devices/device_monitor.hpp"

namespace wayfront::host {
namespace {

/// The earlier results of such a run, if there are any. Whether another run used a device is not known yet.
std::optional<RunResult> earlier_run(const CaseRun::Place& place, const PlannedRun& planned, const Settings& options) {
  if (!place.observer.has_earlier()) return {};
  Results known = place.known;
  const auto found = [&] {
    const RunResult begun =
        run_to_measure(planned, options, place.question.rules, place.question.scope.predecessors, known);
    return place.observer.earlier(begun, known);
  };
  if (auto earlier = found()) return earlier;
  auto devices = DeviceMonitor(place.question.devices).describe();
  if (devices.empty()) return {};
  known.machine["devices"] = std::move(devices);
  return found();
}

}  // namespace

void CaseRun::choose(const Place& place) {
  const CaseSetting& setting = place.setting;
  const Workload work{.some = place.plan.sources(),
                      .sources = place.plan.sources().size(),
                      .per_call = place.plan.batches().front().size(),
                      .parallel = static_cast<unsigned>(setting.planned.question.parallel),
                      .asked = &place.ground.verifier.scope()};
  choosing_ = &place;
  try {
    Choice choice =
        host::choose(asked_.plugin, asked_.options, *setting.graph.graph, work, setting.plugins, setting.threads);
    if (!take_earlier(place, choice)) prepare_choice(place, choice);
  } catch (const UserError& error) {
    unfit_ = {error.code() == ExitCode::plugin ? RunStatus::skipped : RunStatus::failed, error.what()};
  }
  choosing_ = nullptr;
}

void CaseRun::take(const Candidate& candidate) {
  chosen_ = run_with(*candidate.plugin);
  options_ = candidate.options;
}

/// A run that is resumed keeps its plugin; true if that has nothing left to do.
bool CaseRun::take_earlier(const Place& place, Choice& choice) {
  for (auto it = choice.ranking.begin(); it != choice.ranking.end(); ++it) {
    const std::optional<RunResult> earlier = earlier_run(place, run_with(*it->plugin), *it->options);
    if (!earlier || earlier->samples.empty()) continue;
    std::rotate(choice.ranking.begin(), it, std::next(it));
    choice.race = false;
    if (!place.plan.is_complete(earlier->samples)) return false;
    notes_ = earlier->notes;
    take(choice.ranking.front());
    return true;
  }
  return false;
}

void CaseRun::prepare_choice(const Place& place, Choice& choice) {
  const CaseSetting& setting = place.setting;
  const std::size_t per_call = place.plan.batches().front().size();
  const std::uint64_t parallel = setting.planned.question.parallel;
  const TimeBudget::Limit limit = place.budget.left(number_);
  const TimeBudget::Clock::time_point start = TimeBudget::Clock::now();
  const auto make = [&](const Candidate& it) {
    place.observer.step(fmt::format("trying {} for {}", it.plugin->about().name, asked_.label));
    return engine_of(place.ground, *it.plugin, *it.options);
  };
  const ChoicePlace bench{.make = make,
                          .calls =
                              [&](const Plugin&) {
                                return CallsOf{per_call, parallel != 0 ? parallel : setting.threads};
                              },
                          .left =
                              [&] {
                                const std::chrono::duration<double> spent = TimeBudget::Clock::now() - start;
                                return limit.seconds - spent.count();
                              },
                          .sources = place.plan.sources().size(),
                          .proves = true};
  Prepared prepared = prepare_first(choice, bench);
  const std::vector<Vertex>& sources = place.plan.sources();
  if (prepared.ending.status == RunStatus::ok)
    if (const std::size_t some = sources_of_race(choice, bench); some != 0)
      race_from(choice, prepared, bench, std::span(sources).first(some));
  place.budget.spend(number_, start);
  seconds_ = prepared.seconds;
  usage_ = std::move(prepared.usage);
  for (Usage& it : usage_) it.called.clear();  // these plugins are not chosen
  take(choice.ranking.front());
  notes_ = {"chose " + reason_of(choice)};
  if (!choice.unusable.empty()) notes_.push_back("not usable: " + choice.unusable);
  for (const auto* const more : {&prepared.faults, &prepared.notes})
    notes_.insert(notes_.end(), more->begin(), more->end());
  engine = std::move(prepared.engine);
  unfit_ = std::move(prepared.ending);
  if (unfit_.status == RunStatus::timeout && !limit.reason.empty()) unfit_.reason = limit.reason;
}

/// Ends the program, since a call did not return in this process; during a trial the runs are not known to anybody yet.
void CaseRun::overdue() {
  if (choosing_ == nullptr) return give_up_();
  Results results = choosing_->known;
  results.runs = {planned_result(planned(), options())};
  results.runs.front().status = RunStatus::timeout;
  results.runs.front().reason = "a plugin that could be chosen " + choosing_->budget.overdue();
  choosing_->observer.stuck(results);
}

std::unique_ptr<Engine> CaseRun::engine_of(Ground& ground, const Plugin& plugin, const Settings& options) {
  return std::make_unique<Engine>(ground, plugin, options,
                                  EngineRules{.label = asked_.label,
                                              .give_up = [this] { overdue(); },
                                              .chosen = is_chooser(asked_.plugin),
                                              .devices = asked_.devices});
}

Ending CaseRun::prepare(const CaseParts& parts, double& seconds) {
  if (unfit_.status != RunStatus::ok) return unfit_;
  const TimeBudget::Limit limit = parts.budget.left(number_);
  if (limit.seconds <= 0) return {RunStatus::timeout, limit.reason};
  parts.observer.step(fmt::format("preparing {}", asked_.label));
  const TimeBudget::Clock::time_point start = TimeBudget::Clock::now();
  Ending ending;
  try {
    engine = engine_of(parts.ground, planned().plugin, options());
    ending = engine->prepare(limit.seconds, seconds);
  } catch (const std::bad_alloc&) {
    ending = {RunStatus::failed, "there is not enough memory for its answers"};
  }
  parts.budget.spend(number_, start);
  if (ending.status == RunStatus::timeout && !limit.reason.empty()) ending.reason = limit.reason;
  return ending;
}

PlannedRun CaseRun::run_with(const Plugin& plugin) const {
  PlannedRun made;
  made.label = asked_.label;
  made.plugin = plugin;
  made.baseline = asked_.baseline;
  made.control = asked_.control;
  made.chosen = true;
  made.devices = asked_.devices;
  return made;
}

}  // namespace wayfront::host
