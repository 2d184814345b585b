// What the whole process knows: whether it is told to stop, and how many processors it has.
#pragma once

#include <atomic>

namespace wayfront::host {

/// Set by signal handlers and by whoever wants everything to stop; every HostContext looks at it.
extern std::atomic<bool> stop_requested;

/// Processors that this process may run on, at least 1: fewer than the machine has where an affinity mask says so.
unsigned available_processors();

}  // namespace wayfront::host
