// A frontier as a queue of vertices: for rounds whose work follows the active vertices. Two arrays are used in turn.
// The owner is QueueFrontier; a kernel takes a QueueRef by value, and a round uses its part of it, a QueueRound.
// Vertices are pushed one by one, or gathered per warp (stage.cuh).
#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdint>

#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/warp.cuh"
#include "wayfront/graph.hpp"
#include "wayfront/rounds.hpp"

namespace wayfront::cuda {

/// A round's part of the queue, by value.
struct QueueRound {
  const Vertex* now;  // the round's active vertices; how many is the round's business (Round::active)
  Vertex* next;
  std::uint32_t* tail;  // of `next`: entries pushed, also those that found no room
  std::uint32_t capacity;

  /// v takes part in the next round. The threads of a warp that push together advance the tail once. Entries beyond
  /// the capacity are dropped but counted.
  __device__ void push(Vertex v) const {
    const unsigned together = __activemask();
    unsigned before;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(before));
    const auto rank = static_cast<std::uint32_t>(__popc(together & before));
    std::uint32_t first = 0;
    if (rank == 0) first = atomicAdd(tail, static_cast<std::uint32_t>(__popc(together)));
    const std::uint32_t at = __shfl_sync(together, first, __ffs(static_cast<int>(together)) - 1) + rank;
    if (at < capacity) next[at] = v;
  }
};
static_assert(FrontierRef<QueueRound>);

/// Places in a queue for the entries that each warp of a block holds, `held` of this thread's warp: with one addition
/// to the tail for the whole block, because it is one word for all. Returns the first place of the warp. `counts` is
/// shared memory, a word per warp. By the whole block.
__device__ inline std::uint32_t reserve_for_warps(std::uint32_t* tail, std::uint32_t held, std::uint32_t* counts) {
  const unsigned warp = threadIdx.x / 32, warps = blockDim.x / 32, lane = threadIdx.x % 32;
  if (lane == 0) counts[warp] = held;
  __syncthreads();
  if (warp == 0) {
    const std::uint32_t mine = lane < warps ? counts[lane] : 0;
    const std::uint32_t sum = prefix_sum(mine);
    std::uint32_t first = 0;
    if (lane == 31 && sum != 0) first = atomicAdd(tail, sum);
    first = from_lane(first, 31);
    if (lane < warps) counts[lane] = first + sum - mine;
  }
  __syncthreads();
  return counts[warp];
}

/// All of it, by value. Three tails, for the reason that FlagRef has three arrays.
struct QueueRef {
  Vertex* items;  // two arrays of `capacity`
  std::uint32_t* tails;
  std::uint32_t capacity;

  __device__ QueueRound at(std::uint64_t round) const {
    return {items + std::uint64_t{capacity} * (round % 2), items + std::uint64_t{capacity} * ((round + 1) % 2),
            tail_of(round + 1), capacity};
  }
  /// Where the active vertices of a round are counted.
  __device__ std::uint32_t* tail_of(std::uint64_t round) const { return tails + 32 * (round % 3); }
  /// Called by one thread of the grid in each round: clears the tail of the round after the next.
  __device__ void clear_ahead(std::uint64_t round) const { *tail_of(round + 2) = 0; }
};

/// Entries of a queue that should hold `wanted`: at least 64, and not so many that the tail, which also counts pushes
/// without room, could wrap around.
constexpr std::uint32_t queue_capacity(std::uint64_t wanted) {
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(wanted, 64, 0xffff'0000U));
}

/// The owner. Rounds count from 1. A queue that may hold a vertex several times needs room for as many arcs as a round
/// can improve; more than `capacity` waiting vertices (RoundStats::waiting) mean that some were lost.
class QueueFrontier {
 public:
  QueueFrontier() = default;
  QueueFrontier(std::uint32_t capacity, cudaStream_t stream)
      : items_(2 * std::uint64_t{capacity}, "vertex queues", stream),
        tails_(96, "vertex queues", stream),
        capacity_(capacity) {}

  /// Empties it and makes `source` the active vertex of round 1; does not wait.
  void start(Vertex source, cudaStream_t stream) const;
  QueueRef ref() const { return {items_.data(), tails_.data(), capacity_}; }

 private:
  DeviceBuffer<Vertex> items_;
  DeviceBuffer<std::uint32_t> tails_;  // one in each 128 bytes
  std::uint32_t capacity_ = 0;
};

}  // namespace wayfront::cuda
