// How much processor time the control groups of this process allow it, as those of a container do.
#pragma once

#include "base/available_memory.hpp"

namespace wayfront::host {

/// In processors; infinity without a limit.
double processor_quota(const MemoryFiles& files = {});

}  // namespace wayfront::host
