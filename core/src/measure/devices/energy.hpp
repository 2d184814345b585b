// The energy that devices use while the solves of a run follow one another: the devices count it since their driver was
// loaded, and move the counter every 20 to 100 ms, so that one short solve has no figure of its own.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "measure/contender.hpp"
#include "measure/devices/device_monitor.hpp"
#include "results/result.hpp"
#include "run/measure_rules.hpp"

namespace wayfront::host {

/// Has `contender` solve from `sources`, `batch` at a time, again and again for `seconds`, each call within `limit`.
/// Its devices must be among those of `monitor`. Nothing if they do not count energy, or if the solves did not end well,
/// which `ending` says. No answer is certified.
std::optional<Energy> energy_of(Contender& contender, const DeviceMonitor& monitor, const DeviceRule& devices,
                                std::span<const Vertex> sources, std::size_t batch, double seconds, double limit,
                                Ending& ending);

}  // namespace wayfront::host
