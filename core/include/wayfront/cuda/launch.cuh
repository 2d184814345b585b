// Launches with a thread for each item. Their numbers have 64 bits: those of 2^32 - 1 vertices do not fit into 32 once
// they are rounded up to whole blocks.
#pragma once

#include <algorithm>
#include <cstdint>

namespace wayfront::cuda {

/// Blocks of `block` threads that hold `items` threads: at least 1, at most `max`, which is a grid's limit.
inline unsigned blocks_for(std::uint64_t items, unsigned block, unsigned max = 0x7fff'ffff) {
  return static_cast<unsigned>(std::clamp<std::uint64_t>(items / block + (items % block != 0 ? 1 : 0), 1, max));
}

/// The number of the calling thread in its grid.
__device__ inline std::uint64_t grid_thread() { return std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; }

}  // namespace wayfront::cuda
