// QueueRound::push(), for kernels that push vertices one by one.
#pragma once

#include "wayfront/cuda/queue_frontier.cuh"

namespace wayfront::cuda {

__device__ inline void QueueRound::push(Vertex v) const {
  const unsigned together = __activemask();
  unsigned before;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(before));
  const auto rank = static_cast<std::uint32_t>(__popc(together & before));
  std::uint32_t first = 0;
  if (rank == 0) first = atomicAdd(tail, static_cast<std::uint32_t>(__popc(together)));
  const std::uint32_t at = __shfl_sync(together, first, __ffs(static_cast<int>(together)) - 1) + rank;
  if (at < capacity) next[at] = v;
}

}  // namespace wayfront::cuda
