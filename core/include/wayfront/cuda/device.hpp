// How much of a device's work runs at once, and fits into its memory.
#pragma once

#include <cstdint>

namespace wayfront::cuda {

/// Multiprocessors of `device` (-1: device 0).
unsigned multiprocessors(int device);

/// Threads that `device` (-1: device 0) holds at once, if their registers allow it.
std::uint64_t resident_threads(int device);

/// Bytes of the current device that can be allocated: what the driver has free, and what our pool holds without using
/// it. Others may take some of it meanwhile.
std::uint64_t free_memory();

}  // namespace wayfront::cuda
