#include "auto/trial_bench.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

namespace wayfront::host {

double ContenderBench::now() const {
  return std::chrono::duration<double>(Contender::Clock::now().time_since_epoch()).count();
}

TrialCalls ContenderBench::calls(const Plugin& plugin) const {
  const CallShape shape = place_.calls(plugin);
  const std::size_t known = std::max<std::size_t>(place_.sources.size(), 1);
  return {.sources = std::clamp<std::size_t>(shape.sources, 1, known), .instances = std::max(shape.parallel, 1U)};
}

double ContenderBench::start(const Plugin& plugin) const {
  return trial_start(plugin, place_.processes, device_started_);
}

double ContenderBench::left() const { return place_.left ? place_.left() : std::numeric_limits<double>::infinity(); }

Ending ContenderBench::prepare(std::size_t number, const Candidate& candidate, double limit, double& seconds) {
  seconds = 0;
  if (candidate.plugin->has(capability::device)) device_started_ = true;
  try {
    std::unique_ptr<Contender>& made = contenders_[number] = place_.make(candidate);
    return made->prepare(limit, seconds);
  } catch (const std::bad_alloc&) {
    return {RunStatus::failed, "there is not enough memory for its answers"};
  }
}

Ending ContenderBench::solve(std::size_t number, std::size_t first, std::size_t sources, double limit,
                             double& seconds) {
  const std::vector<Vertex> some = spread_sources(place_.sources, first, sources);
  return contenders_.at(number)->try_call(some, limit, seconds);
}

void ContenderBench::release(std::size_t number) {
  constexpr std::chrono::seconds time_to_end(2);
  const std::unique_ptr<Contender> contender = take(number);
  if (!contender) return;
  contender->dismiss();
  contender->finish(Contender::Clock::now() + time_to_end);
  usage_.push_back(contender->usage());
}

std::unique_ptr<Contender> ContenderBench::take(std::size_t number) {
  const auto found = contenders_.find(number);
  if (found == contenders_.end()) return nullptr;
  std::unique_ptr<Contender> contender = std::move(found->second);
  contenders_.erase(found);
  return contender;
}

}  // namespace wayfront::host
