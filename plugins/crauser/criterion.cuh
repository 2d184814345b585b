// What a round settles, and the minima that it needs for that.
#pragma once

#include <cstdint>
#include <cub/warp/warp_reduce.cuh>
#include <type_traits>

#include "crauser.hpp"
#include "lightest_arcs.cuh"
#include "wayfront/cuda/relax.cuh"
#include "wayfront/cuda/rounds.cuh"
#include "wayfront/cuda/warp.cuh"

namespace wayfront::crauser {

/// 64-bit offsets are for graphs of 2^32 arcs and more. There, a round costs far more than its launch, so that the
/// host's loop has no kernels of its own.
template <OffsetType O>
inline constexpr cuda::Kernels kernels_for =
    std::is_same_v<O, std::uint32_t> ? cuda::Kernels::both : cuda::Kernels::rounds;

/// By value. The schedule Crauser gives a round its limit: the least distance + lightest arc out, or the least distance
/// where those arcs are taken as 0.
template <WeightType W>
struct Criterion {
  const Key* lightest_out;  // null: taken as 0 (Martin's criterion, and IN alone)
  const Key* lightest_in;   // null: IN does not count

  /// Whether the reached unsettled vertex v is final.
  __device__ bool settles(Vertex v, W distance, const cuda::Round<W>& round) const {
    if (distance <= round.limit) return true;
    return lightest_in != nullptr &&
           distance <= saturating_add(round.min_distance, cuda::distance_of<W>(lightest_in[v]));
  }

  /// A reached vertex stays unsettled at `distance`.
  __device__ void waits(Vertex v, W distance, cuda::Tally<W>& tally) const {
    ++tally.waiting;
    tally.min_distance = distance < tally.min_distance ? distance : tally.min_distance;
    // A relaxation computes the same sums, so no later candidate is below their minimum, whatever the rounding.
    const W safe = lightest_out != nullptr ? saturating_add(distance, cuda::distance_of<W>(lightest_out[v])) : distance;
    tally.safe = safe < tally.safe ? safe : tally.safe;
  }
};

/// Shared memory for the minimum of a block.
union MinimumMemory {
  struct {
    cub::WarpReduce<Key>::TempStorage warps[32];
    Key min_distance[32];
    Key safe[32];
  } cub;
  struct {
    Key min_distance[1024];
    Key safe[1024];
  } reduce4;
};

namespace detail {

struct Smaller {
  __device__ Key operator()(Key a, Key b) const { return b < a ? b : a; }
};

/// Leaves the minima of the block in its first thread: each warp by CUB, then the warps' results by CUB.
__device__ inline void minimum_by_cub(Key& min_distance, Key& safe, MinimumMemory& memory) {
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  cub::WarpReduce<Key> reduce(memory.cub.warps[warp]);
  min_distance = reduce.Reduce(min_distance, Smaller());
  __syncwarp();
  safe = reduce.Reduce(safe, Smaller());
  if (lane == 0) {
    memory.cub.min_distance[warp] = min_distance;
    memory.cub.safe[warp] = safe;
  }
  __syncthreads();
  if (warp != 0) return;
  const bool has = lane < blockDim.x / 32;
  min_distance = reduce.Reduce(has ? memory.cub.min_distance[lane] : memory.cub.min_distance[0], Smaller());
  __syncwarp();
  safe = reduce.Reduce(has ? memory.cub.safe[lane] : memory.cub.safe[0], Smaller());
}

/// The same as reduce4 of the CUDA samples does it: a tree in shared memory down to one warp, whose threads need no
/// barrier. For blocks of any number of warps.
__device__ inline void minimum_by_reduce4(Key& min_distance, Key& safe, MinimumMemory& memory) {
  const unsigned thread = threadIdx.x;
  const Smaller smaller;
  memory.reduce4.min_distance[thread] = min_distance;
  memory.reduce4.safe[thread] = safe;
  __syncthreads();
  unsigned count = blockDim.x;
  while (count > 32) {
    const unsigned half = (count / 32 + 1) / 2 * 32;
    if (thread < count - half) {
      min_distance = memory.reduce4.min_distance[thread] =
          smaller(min_distance, memory.reduce4.min_distance[thread + half]);
      safe = memory.reduce4.safe[thread] = smaller(safe, memory.reduce4.safe[thread + half]);
    }
    __syncthreads();
    count = half;
  }
  if (thread >= 32) return;
  for (unsigned distance = 16; distance != 0; distance /= 2) {
    min_distance = smaller(min_distance, __shfl_down_sync(cuda::full_warp, min_distance, distance));
    safe = smaller(safe, __shfl_down_sync(cuda::full_warp, safe, distance));
  }
}

}  // namespace detail

/// Brings the minima of a block's tallies to one thread's, by all threads of the block. The loop of rounds takes it
/// from there; with Reduction::warp it takes the tallies as they are.
template <WeightType W>
__device__ void find_minimum(Reduction reduction, cuda::Tally<W>& tally, MinimumMemory& memory) {
  if (reduction == Reduction::warp) return;
  Key min_distance = cuda::key_of(tally.min_distance), safe = cuda::key_of(tally.safe);
  if (reduction == Reduction::cub) {
    detail::minimum_by_cub(min_distance, safe, memory);
  } else {
    detail::minimum_by_reduce4(min_distance, safe, memory);
  }
  const bool first = threadIdx.x == 0;
  tally.min_distance = first ? cuda::distance_of<W>(min_distance) : unreached<W>;
  tally.safe = first ? cuda::distance_of<W>(safe) : unreached<W>;
}

}  // namespace wayfront::crauser
