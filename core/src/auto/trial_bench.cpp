#include "auto/trial_bench.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <limits>
#include <new>
#include <utility>

#include "auto/replacement.hpp"

namespace wayfront::host {

double EngineBench::now() const {
  return std::chrono::duration<double>(Engine::Clock::now().time_since_epoch()).count();
}

TrialCalls EngineBench::calls(const Plugin& plugin) const {
  const TrialCalls calls = place_.calls(plugin);
  const std::size_t known = std::max<std::size_t>(place_.sources.size(), 1);
  return {.sources = std::clamp<std::size_t>(calls.sources, 1, known),
          .instances = std::max<std::size_t>(calls.instances, 1)};
}

double EngineBench::start(const Plugin& plugin) const { return trial_start(plugin, place_.processes, device_started_); }

double EngineBench::left() const { return place_.left ? place_.left() : std::numeric_limits<double>::infinity(); }

Ending EngineBench::prepare(std::size_t number, const Candidate& candidate, double limit, double& seconds) {
  seconds = 0;
  if (candidate.plugin->has(capability::device)) device_started_ = true;
  try {
    std::unique_ptr<Engine>& made = engines_[number] = place_.make(candidate);
    return made->prepare(limit, seconds);
  } catch (const std::bad_alloc&) {
    return {RunStatus::failed, "there is not enough memory for its answers"};
  }
}

Ending EngineBench::solve(std::size_t number, std::size_t first, std::size_t sources, double limit, double& seconds) {
  const std::vector<Vertex> some = spread_sources(place_.sources, first, sources);
  return engines_.at(number)->try_call(some, limit, seconds);
}

void EngineBench::release(std::size_t number) {
  const std::unique_ptr<Engine> engine = take(number);
  if (!engine) return;
  engine->end();
  usage_.push_back(engine->usage());
}

std::unique_ptr<Engine> EngineBench::take(std::size_t number) {
  const auto found = engines_.find(number);
  if (found == engines_.end()) return nullptr;
  std::unique_ptr<Engine> engine = std::move(found->second);
  engines_.erase(found);
  return engine;
}

EngineBench::Chosen EngineBench::choose(Choice& choice) {
  TrialResult trial = try_candidates(choice, place_.sources.empty() ? 0 : choice.sources, *this);
  Chosen chosen;
  chosen.dropped = std::move(trial.dropped);
  if (trial.kept) {
    chosen.candidate = &choice.ranking.front();
    chosen.engine = take(*trial.kept);
    return chosen;
  }
  for (auto candidate = choice.ranking.begin();; ++candidate) {
    chosen.candidate = &*candidate;
    chosen.engine = place_.make(*candidate);
    double seconds = 0;
    chosen.ending = prepare_patiently(CallWatch::unlimited, candidate->patience,
                                      [&](double limit) { return chosen.engine->prepare(limit, seconds); });
    const auto next = std::next(candidate);
    if (!chosen.ending.leaves_to_next() || next == choice.ranking.end()) return chosen;
    chosen.declined.push_back({candidate->plugin, next->plugin, chosen.ending});
    chosen.engine->end();
  }
}

}  // namespace wayfront::host
