#include "measure/slices/spare_team.hpp"

#include <chrono>
#include <utility>

namespace wayfront::host {

SpareTeam::Opened SpareTeam::open(const RankLaunch& launch, RunContext& context) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  Opened opened;
  opened.team = std::make_unique<RankTeam>(launch, context);
  opened.start = seconds();
  opened.answer = opened.team->ask("load", context);
  opened.loaded = seconds();
  return opened;
}

void SpareTeam::keep(RankLaunch launch, Opened opened) {
  launch_ = std::move(launch);
  opened_ = std::move(opened);
}

std::optional<SpareTeam::Opened> SpareTeam::take(const RankLaunch& launch) {
  std::optional<Opened> opened = std::exchange(opened_, std::nullopt);
  if (opened && launch != launch_) opened.reset();
  return opened;
}

}  // namespace wayfront::host
