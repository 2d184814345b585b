// How much of a device's work runs at once.
#pragma once

#include <cstdint>

namespace wayfront::cuda {

/// Multiprocessors of `device` (-1: device 0).
unsigned multiprocessors(int device);

/// Threads that `device` (-1: device 0) holds at once, if their registers allow it.
std::uint64_t resident_threads(int device);

}  // namespace wayfront::cuda
