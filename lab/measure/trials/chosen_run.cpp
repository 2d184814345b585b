#include "measure/trials/chosen_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

#include "auto/outsiders.hpp"
#include "auto/trial.hpp"
#include "auto/trial_bench.hpp"
#include "base/errors.hpp"
#include "measure/devices/device_monitor.hpp"

namespace wayfront::host {
namespace {

/// The earlier results of such a run, if it has all samples.
std::optional<RunResult> complete_run(const ChosenRun::Place& place, const PlannedRun& planned,
                                      const Settings& options) {
  if (!place.observer.has_earlier()) return {};
  Results known = place.known;
  if (planned.plugin.has(capability::device) || place.uses_device)
    if (auto devices = DeviceMonitor(devices_of(place.setting)).describe(); !devices.empty())
      known.machine["devices"] = std::move(devices);
  std::optional<RunResult> earlier = place.observer.earlier(not_begun(place.setting, planned, options, known), known);
  return earlier && place.plan.is_complete(earlier->samples) ? earlier : std::nullopt;
}

}  // namespace

ChosenRun::ChosenRun(const Place& place, const PlannedRun& asked, std::size_t i, CallWatch::GiveUp give_up)
    : asked_(asked) {
  const CaseSetting& setting = place.setting;
  const std::vector<Vertex>& sources = place.plan.sources();
  const ChooserOptions options = chooser_options(asked.options, setting.plugins);
  const Workload work{.some = sources,
                      .sources = sources.size(),
                      .per_call = place.plan.batches().front().size(),
                      .parallel = static_cast<unsigned>(setting.planned.question.parallel),
                      .asked = &place.ground.verifier.scope(),
                      .predecessors = setting.planned.question.predecessors,
                      .samples_rows = setting.planned.question.sample_rows < sources.size()};
  try {
    Choice choice = choose(*setting.graph.graph, work, options, setting.plugins, setting.threads);
    if (take_complete(place, choice)) return;
    make_trials(place, i, choice, give_up);
    ranking_ = std::move(choice.ranking);
    runs_.push_back(run_with(*ranking_.front().plugin));
    notes_.insert(notes_.begin(), fmt::format("chose {}, {}", planned().plugin.about().name, choice.reason));
  } catch (const UserError& none) {
    unfit_ = none.what();
  }
}

bool ChosenRun::take_complete(const Place& place, const Choice& choice) {
  std::vector<Candidate> candidates = choice.ranking;
  std::ranges::move(outsiders(choice), std::back_inserter(candidates));
  for (const Candidate& it : candidates) {
    PlannedRun run = run_with(*it.plugin);
    const std::optional<RunResult> earlier = complete_run(place, run, *it.options);
    if (!earlier) continue;
    notes_ = earlier->notes;
    ranking_ = {it};
    ranking_.front().patience = INFINITY;
    runs_.push_back(std::move(run));
    return true;
  }
  return false;
}

void ChosenRun::make_trials(const Place& place, std::size_t i, Choice& choice, const CallWatch::GiveUp& give_up) {
  const CaseSetting& setting = place.setting;
  const std::size_t per_call = place.plan.batches().front().size();
  const auto parallel = static_cast<unsigned>(setting.planned.question.parallel);
  const auto make = [&](const Candidate& it) {
    place.observer.step(fmt::format("trying {} for {}", it.plugin->about().name, asked_.label));
    return std::make_unique<Engine>(place.ground, *it.plugin, *it.options,
                                    EngineRules{.label = asked_.label, .give_up = give_up, .devices = asked_.devices});
  };
  EngineBench bench({.sources = place.plan.sources(),
                     .processes = setting.shared_graph >= 0,
                     .calls =
                         [&](const Plugin&) {
                           return CallShape{per_call, parallel != 0 ? parallel : setting.threads};
                         },
                     .make = make,
                     .left = [&] { return place.budget.left(i).seconds; }});
  const TimeBudget::Clock::time_point start = TimeBudget::Clock::now();
  TrialResult trial = try_candidates(choice, choice.sources, bench);
  place.budget.spend(i, start);
  seconds_ = trial.seconds;
  usage_ = bench.usage();
  notes_ = std::move(trial.dropped);
  if (!trial.kept) return;
  engine_ = bench.take(*trial.kept);
  prepared_ = trial.prepare;
}

double ChosenRun::patience() const { return ranking_.empty() ? INFINITY : ranking_.front().patience; }

bool ChosenRun::advance() {
  if (ranking_.size() < 2) return false;
  ranking_.erase(ranking_.begin());
  runs_.push_back(run_with(*ranking_.front().plugin));
  return true;
}

PlannedRun ChosenRun::run_with(const Plugin& plugin) const {
  PlannedRun made;
  made.label = asked_.label;
  made.plugin = plugin;
  made.baseline = asked_.baseline;
  made.control = asked_.control;
  made.devices = asked_.devices;
  return made;
}

}  // namespace wayfront::host
