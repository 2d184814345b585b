// How the entries of a list are dealt out to warps.
#pragma once

#include <cstdint>

namespace wayfront::near_far {

/// Entries that a warp takes at once, a power of two: all warps have some before one has many.
template <unsigned Max>
__device__ unsigned share(std::uint64_t count, std::uint32_t warps) {
  unsigned entries = 1;
#pragma unroll
  for (unsigned i = 1; i < Max; i *= 2)
    if (std::uint64_t{i} * warps < count) entries = 2 * i;
  return entries;
}

}  // namespace wayfront::near_far
