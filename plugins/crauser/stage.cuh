// A warp's pushes on their way to the queue: gathered in shared memory and written in runs.
#pragma once

#include <cstdint>

#include "wayfront/cuda/queue_frontier.cuh"

namespace wayfront::crauser {

inline constexpr unsigned full_warp = 0xffff'ffffU;

struct StageMemory {
  static constexpr unsigned slot = 128;  // vertices per warp
  Vertex items[32][slot];
};

/// Of one thread; all members are called by whole warps.
class Stage {
 public:
  __device__ Stage(StageMemory& memory, const cuda::RoundQueue& queue)
      : queue_(queue), items_(memory.items[threadIdx.x / 32]), lane_(threadIdx.x % 32) {}

  __device__ void push(bool has, Vertex v) {
    const unsigned pushing = __ballot_sync(full_warp, has);
    const auto more = static_cast<std::uint32_t>(__popc(pushing));
    if (count_ + more > StageMemory::slot) flush();
    if (has) items_[count_ + static_cast<std::uint32_t>(__popc(pushing & ((1U << lane_) - 1)))] = v;
    count_ += more;
  }

  /// To be called at the end.
  __device__ void flush() {
    if (count_ == 0) return;
    std::uint32_t first = 0;
    if (lane_ == 0) first = atomicAdd(queue_.tail, count_);
    first = __shfl_sync(full_warp, first, 0);
    __syncwarp();
    for (std::uint32_t i = lane_; i < count_; i += 32) queue_.next[first + i] = items_[i];
    __syncwarp();
    count_ = 0;
  }

 private:
  const cuda::RoundQueue queue_;  // has room for every vertex, and gets each once
  Vertex* const items_;
  const unsigned lane_;
  std::uint32_t count_ = 0;  // the same in the whole warp
};

}  // namespace wayfront::crauser
