// What several devices did, added up.
#pragma once

#include <vector>

#include "results/result.hpp"

namespace wayfront::host {

/// Adds the figures to those that the same device has so far.
void add_share(std::vector<DeviceShare>& all, const DeviceShare& share);

}  // namespace wayfront::host
