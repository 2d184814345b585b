// What the whole process knows: whether it is told to stop, how many processors it has, how long it has used them, and
// which file this code came from.
#pragma once

#include <atomic>
#include <filesystem>

namespace wayfront::host {

/// Set by signal handlers and by any code that wants everything to stop; every HostContext checks it.
extern std::atomic<bool> stop_requested;

/// Processors that this process may run on, at least 1: fewer than the machine has if an affinity mask or a control group
/// limits them.
unsigned available_processors();

/// The shared library that this code is in, libwayfront.so; "" where it is part of the program itself.
std::filesystem::path own_library();

/// Processor time since it began, of all its threads together.
double processor_seconds();

}  // namespace wayfront::host
