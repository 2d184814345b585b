// What is left of a row of distances where More::reduce is set, added up on the device. A kernel that has a row in
// one piece calls reduce_row(); one that has several rows side by side adds distances up by itself, with the parts.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "wayfront/distance.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/host_device.hpp"
#include "wayfront/run.hpp"
#if defined(__CUDACC__)
#include "wayfront/cuda/warp.cuh"
#endif

namespace wayfront::cuda {

/// Which distances of a row count, by value.
template <WeightType W>
struct RowLimits {
  W last;    // those above it are unreached
  W within;  // More::within
  bool limited;

  static RowLimits of(const Problem& problem) {
    const double limit = problem.more.limit;
    return {reached_bound<W>(limit), limit_as<W>(problem.more.within), limit_as<W>(limit) != unreached<W>};
  }
  WAYFRONT_HD bool reach(W distance) const { return distance <= last; }
};

/// Adds one distance to a row's reduction.
template <WeightType W>
WAYFRONT_HD void add_distance(Reduction<W>& row, W distance, const RowLimits<W>& limits) {
  if (!limits.reach(distance)) return;
  ++row.reached;
  if (distance <= limits.within) ++row.within;
  if constexpr (std::is_integral_v<W>) {
    const auto low = row.sum.low + static_cast<std::uint64_t>(static_cast<std::int64_t>(distance));
    row.sum.high += (low < row.sum.low ? 1 : 0) - (distance < 0 ? 1 : 0);
    row.sum.low = low;
  } else {
    row.sum += static_cast<double>(distance);
  }
  if (distance != 0) row.harmonic += 1 / static_cast<double>(distance);
  if (distance > row.max) row.max = distance;
}

/// Adds what was added up of other vertices of the same row. `faults` stay as they are.
template <WeightType W>
WAYFRONT_HD void add_reduction(Reduction<W>& row, const Reduction<W>& other) {
  row.reached += other.reached;
  row.within += other.within;
  if constexpr (std::is_integral_v<W>) {
    row.sum.low += other.sum.low;
    row.sum.high += other.sum.high + (row.sum.low < other.sum.low ? 1 : 0);
  } else {
    row.sum += other.sum;
  }
  row.harmonic += other.harmonic;
  if (other.max > row.max) row.max = other.max;
}

#if defined(__CUDACC__)

/// The sum over the lanes of a warp, in lane 0 alone. By whole warps.
template <WeightType W>
__device__ Reduction<W> warp_reduction(Reduction<W> mine) {
  for (unsigned distance = 16; distance != 0; distance /= 2) {
    const auto below = [distance](auto value) { return __shfl_down_sync(full_warp, value, distance); };
    Reduction<W> other;
    other.reached = below(static_cast<unsigned long long>(mine.reached));
    other.within = below(static_cast<unsigned long long>(mine.within));
    if constexpr (std::is_integral_v<W>) {
      other.sum.low = below(static_cast<unsigned long long>(mine.sum.low));
      other.sum.high = below(static_cast<long long>(mine.sum.high));
    } else {
      other.sum = below(mine.sum);
    }
    other.harmonic = below(mine.harmonic);
    if constexpr (std::is_same_v<W, std::int64_t>)
      other.max = below(static_cast<long long>(mine.max));
    else
      other.max = below(mine.max);
    add_reduction(mine, other);
  }
  return mine;
}

/// A block's shared memory for reduce_row().
template <WeightType W>
struct alignas(16) RowReductionMemory {
  unsigned char warps[32 * sizeof(Reduction<W>)];
};

/// The vertices begin .. end - 1 of a row, of which row(v) is the distance of v. By all threads of a block, which are
/// whole warps; thread 0 has the result, without faults. Ends with a barrier, so `memory` may be used again.
template <WeightType W, class Row>
__device__ Reduction<W> reduce_row(const Row& row, Vertex begin, Vertex end, const RowLimits<W>& limits,
                                   RowReductionMemory<W>& memory) {
  constexpr unsigned at_once = 4;  // so that their loads go out together
  Reduction<W> mine;
  std::uint64_t v = std::uint64_t{begin} + threadIdx.x;
  for (; v + (at_once - 1) * blockDim.x < end; v += at_once * blockDim.x) {
    W distances[at_once];
#pragma unroll
    for (unsigned i = 0; i < at_once; ++i) distances[i] = row(static_cast<Vertex>(v + i * blockDim.x));
#pragma unroll
    for (unsigned i = 0; i < at_once; ++i) add_distance(mine, distances[i], limits);
  }
  for (; v < end; v += blockDim.x) add_distance(mine, row(static_cast<Vertex>(v)), limits);
  mine = warp_reduction(mine);
  const unsigned warp = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0) memcpy(memory.warps + warp * sizeof mine, &mine, sizeof mine);
  __syncthreads();
  if (threadIdx.x == 0)
    for (unsigned other = 1; other < blockDim.x / 32; ++other) {
      Reduction<W> theirs;
      memcpy(&theirs, memory.warps + other * sizeof theirs, sizeof theirs);
      add_reduction(mine, theirs);
    }
  __syncthreads();
  return mine;
}

#endif

}  // namespace wayfront::cuda
