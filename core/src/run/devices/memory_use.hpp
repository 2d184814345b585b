// Device memory that a plugin takes, as the library that CUDA plugins share counts it. This program is not linked with
// it: it is looked for where a plugin has brought it into the process.
#pragma once

#include "call/call.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// Calls with this new context begin: what was counted for an earlier one with the same address is forgotten.
void count_device_memory(const RunContext& context);
/// Of all calls with this context; zeros where nothing was counted.
DeviceBytes device_memory_of(const RunContext& context);

}  // namespace wayfront::host
