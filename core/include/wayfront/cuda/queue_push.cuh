// QueueRound::push(), apart from the queue because cooperative groups take long to compile.
#pragma once

#include <cooperative_groups.h>

#include "wayfront/cuda/queue_frontier.cuh"

namespace wayfront::cuda {

__device__ inline void QueueRound::push(Vertex v) const {
  const auto group = cooperative_groups::coalesced_threads();
  std::uint32_t first = 0;
  if (group.thread_rank() == 0) first = atomicAdd(tail, group.size());
  const std::uint32_t at = group.shfl(first, 0) + group.thread_rank();
  if (at < capacity) next[at] = v;
}

}  // namespace wayfront::cuda
