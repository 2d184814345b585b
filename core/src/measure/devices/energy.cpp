#include "measure/devices/energy.hpp"

#include <chrono>
#include <vector>

namespace wayfront::host {

std::optional<Energy> energy_of(Contender& contender, const DeviceMonitor& monitor, const DeviceRule& devices,
                                std::span<const Vertex> sources, std::size_t batch, double seconds, double limit,
                                Ending& ending) {
  using Clock = std::chrono::steady_clock;
  Energy energy;
  if (devices.all)
    energy.devices = monitor.devices();
  else if (devices.indices.empty())
    energy.devices = {0};
  else
    energy.devices.assign(devices.indices.begin(), devices.indices.end());
  const std::optional<double> before = monitor.joules(energy.devices);
  if (!before) return std::nullopt;
  const auto start = Clock::now();
  Repeats made;
  ending = contender.repeat(sources, batch, seconds, limit, made);
  energy.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  const std::optional<double> after = monitor.joules(energy.devices);
  if (ending.status != RunStatus::ok || made.solves == 0 || !after || energy.seconds < Energy::min_seconds)
    return std::nullopt;
  energy.joules = *after - *before;
  energy.solves = made.solves;
  energy.sources = made.sources;
  return energy;
}

}  // namespace wayfront::host
