// What the lanes of a warp tell each other. All of it is called by whole warps.
#pragma once

#include <cstdint>
#include <type_traits>

namespace wayfront::cuda {

/// The lanes that take part in a call: all.
inline constexpr unsigned full_warp = 0xffff'ffffU;

/// The value that `lane` has.
template <class T>
requires std::is_arithmetic_v<T> __device__ T from_lane(T value, unsigned lane) {
  return __shfl_sync(full_warp, value, static_cast<int>(lane));
}

/// The sum of `value` over all lanes, in lane 0 alone.
template <class T>
requires std::is_arithmetic_v<T> __device__ T warp_sum(T value) {
  for (unsigned distance = 16; distance != 0; distance /= 2) value += __shfl_down_sync(full_warp, value, distance);
  return value;
}

/// The sum of `value` over the lanes up to and including this one: the last lane has the sum of all.
__device__ inline std::uint32_t prefix_sum(std::uint32_t value) {
  const unsigned lane = threadIdx.x % 32;
  for (unsigned distance = 1; distance != 32; distance *= 2) {
    const std::uint32_t below = __shfl_up_sync(full_warp, value, distance);
    if (lane >= distance) value += below;
  }
  return value;
}

/// The smallest `value` of all lanes, in each of them.
__device__ inline std::int32_t warp_min(std::int32_t value) { return __reduce_min_sync(full_warp, value); }
/// The hardware compares 32 bits: the upper halves first, then the lower ones of those that have the smallest.
__device__ inline long long warp_min(long long value) {
  const auto mine = static_cast<std::int32_t>(value >> 32);
  const std::int32_t high = __reduce_min_sync(full_warp, mine);
  const std::uint32_t low = __reduce_min_sync(full_warp, mine == high ? static_cast<std::uint32_t>(value) : ~0U);
  return static_cast<long long>(static_cast<unsigned long long>(static_cast<std::uint32_t>(high)) << 32 | low);
}

/// How many of the lanes in the mask `lanes` are before this one.
__device__ inline std::uint32_t rank_in(unsigned lanes) {
  return static_cast<std::uint32_t>(__popc(lanes & ((1U << (threadIdx.x % 32)) - 1)));
}

}  // namespace wayfront::cuda
