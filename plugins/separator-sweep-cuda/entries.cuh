// Entries of tables and distances in a kernel: minima, sums, and copies into shared memory.
#pragma once

#include <cuda_pipeline.h>

#include <cstdint>
#include <type_traits>

#include "sweep.cuh"
#include "wayfront/cuda/warp.cuh"

namespace wayfront::separator_sweep_cuda {

/// A distance as an unsigned integer of the same order: none of them is negative.
template <class Entry>
using Bits = std::conditional_t<sizeof(Entry) == 4, unsigned, unsigned long long>;

template <class Entry>
__device__ Bits<Entry> bits_of(Entry distance) {
  if constexpr (std::is_same_v<Entry, float>)
    return __float_as_uint(distance);
  else if constexpr (std::is_same_v<Entry, double>)
    return static_cast<unsigned long long>(__double_as_longlong(distance));
  else
    return distance;
}

template <class Entry>
__device__ void lower(Entry* address, Entry distance) {
  atomicMin(reinterpret_cast<Bits<Entry>*>(address), bits_of(distance));
}

/// min(least, a + b).
template <class Entry>
__device__ Entry min_sum(Entry a, Entry b, Entry least) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  if constexpr (std::is_same_v<Entry, std::uint32_t>) return __viaddmin_u32(a, b, least);
#endif
  const Entry sum = a + b;
  return sum < least ? sum : least;
}

/// The smallest of all lanes, in each of them.
template <class Entry>
__device__ Entry smallest_of_warp(Entry value) {
  if constexpr (std::is_same_v<Entry, std::uint32_t>) {
    return __reduce_min_sync(cuda::full_warp, value);
  } else if constexpr (std::is_same_v<Entry, float>) {
    return __uint_as_float(__reduce_min_sync(cuda::full_warp, __float_as_uint(value)));
  } else {
    for (unsigned distance = 16; distance != 0; distance /= 2) {
      const Entry other = __shfl_xor_sync(cuda::full_warp, value, distance);
      value = other < value ? other : value;
    }
    return value;
  }
}

/// For traces: `times` is null where none are wanted.
__device__ inline void write_time(std::uint64_t* times, unsigned stamp) {
  if (times == nullptr || threadIdx.x != 0) return;
  std::uint64_t now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now)::"memory");
  times[blockIdx.x * max_stamps + stamp] = now;
}

/// Starts to copy `words` words of 16 bytes, with all threads of the block.
__device__ inline void fetch(void* to, const void* from, std::uint32_t words) {
  auto* const target = static_cast<uint4*>(to);
  const auto* const source = static_cast<const uint4*>(from);
  for (std::uint32_t i = threadIdx.x; i < words; i += block_threads)
    __pipeline_memcpy_async(target + i, source + i, 16);
}

}  // namespace wayfront::separator_sweep_cuda
