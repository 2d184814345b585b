// Ends a solve when the distances of some vertices, its targets, are exact.
#pragma once

#include <cstdint>

#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/relax.cuh"
#include "wayfront/cuda/round_loop.cuh"
#include "wayfront/graph.hpp"

namespace wayfront::near_far {

/// In device memory.
struct TargetsFound {
  std::uint64_t next;   // the targets before this one are settled
  std::uint64_t round;  // that found all of them settled; 0: none did
};

/// By value. Weights are not negative, so what a round pushes is at or above the smallest distance that waits when it
/// begins, and whatever lies below that is final: a target that does is settled for good. Block 0 looks, in each round
/// from the target on at which it stopped; the round after the one that finds all settled does nothing, and so the loop
/// ends. A round must not end itself, because other blocks may not have seen what it found.
struct Targets {
  const Vertex* vertices;
  std::uint64_t count;  // 0: the solve goes to its end
  TargetsFound* found;
  std::uint64_t* round_on_host;  // what the host learns: TargetsFound::round

  /// Before the first round, by all blocks.
  __device__ void start() const {
    if (count != 0 && cuda::grid_thread() == 0) *found = {};
  }
  /// After the last round.
  __device__ void tell() const {
    if (count != 0 && cuda::grid_thread() == 0) *round_on_host = __ldcg(&found->round);
  }

  /// The same for all threads of the grid.
  __device__ bool done_before(std::uint64_t round) const {
    if (count == 0) return false;
    const std::uint64_t done = __ldcg(&found->round);
    return done != 0 && done < round;
  }

  /// By all threads of block 0, once per round.
  template <WeightType W>
  __device__ void look(const cuda::KeyOf<W>* distances, const cuda::Round<W>& round) const {
    if (count == 0) return;
    const cuda::KeyOf<W> waits = cuda::key_of(round.min_distance);
    std::uint64_t first = found->next;
    bool settled = true;
    while (settled && first < count) {
      const std::uint64_t i = first + threadIdx.x;
      settled = __syncthreads_and(i >= count || __ldcg(distances + vertices[i]) < waits) != 0;
      if (settled) first += blockDim.x;
    }
    __syncthreads();  // all threads have read `next`
    if (threadIdx.x != 0) return;
    found->next = first;
    if (settled && found->round == 0) __stcg(&found->round, round.number);
  }
};

}  // namespace wayfront::near_far
