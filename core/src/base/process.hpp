// State of the whole process: whether it was asked to stop, and its number of processors.
#pragma once

#include <atomic>

namespace wayfront::host {

/// Set by signal handlers and by any code that wants everything to stop; every HostContext checks it.
extern std::atomic<bool> stop_requested;

/// Processors that this process may run on, at least 1: fewer than the machine has if an affinity mask limits them.
unsigned available_processors();

}  // namespace wayfront::host
