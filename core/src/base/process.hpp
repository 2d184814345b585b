// What the whole process knows: whether it is told to stop, how many processors it has, and how long it has
// used them.
#pragma once

#include <atomic>

namespace wayfront::host {

/// Set by signal handlers and by any code that wants everything to stop; every HostContext checks it.
extern std::atomic<bool> stop_requested;

/// Processors that this process may run on, at least 1: fewer than the machine has if an affinity mask limits them.
unsigned available_processors();

/// Processor time since it began, of all its threads together.
double processor_seconds();

}  // namespace wayfront::host
