// A warp's pushes on their way to the queue: gathered in shared memory and written in runs.
#pragma once

#include <cstdint>

#include "wayfront/cuda/queue_frontier.cuh"
#include "wayfront/cuda/warp.cuh"

namespace wayfront::crauser {

using cuda::full_warp;

struct StageMemory {
  static constexpr unsigned slot = 128;  // vertices per warp
  Vertex items[32][slot];
  std::uint32_t counts[32];
};

/// Of one thread; its warp's threads call push() together, its block's call finish() together.
class Stage {
 public:
  __device__ Stage(StageMemory& memory, const cuda::RoundQueue& queue)
      : queue_(queue), items_(memory.items[threadIdx.x / 32]), counts_(memory.counts), lane_(threadIdx.x % 32) {}

  __device__ void push(bool has, Vertex v) {
    const unsigned pushing = __ballot_sync(full_warp, has);
    const auto more = static_cast<std::uint32_t>(__popc(pushing));
    if (count_ + more > StageMemory::slot) flush();
    if (has) items_[count_ + static_cast<std::uint32_t>(__popc(pushing & ((1U << lane_) - 1)))] = v;
    count_ += more;
  }

  /// What is left goes out.
  __device__ void finish() { write(cuda::reserve_for_warps(queue_.tail, count_, counts_)); }

 private:
  __device__ void flush() {
    std::uint32_t first = 0;
    if (lane_ == 0) first = atomicAdd(queue_.tail, count_);
    write(__shfl_sync(full_warp, first, 0));
  }
  __device__ void write(std::uint32_t first) {
    __syncwarp();
    for (std::uint32_t i = lane_; i < count_; i += 32) queue_.next[first + i] = items_[i];
    __syncwarp();
    count_ = 0;
  }

  const cuda::RoundQueue queue_;  // has room for every vertex, and gets each once
  Vertex* const items_;
  std::uint32_t* const counts_;
  const unsigned lane_;
  std::uint32_t count_ = 0;  // the same in the whole warp
};

}  // namespace wayfront::crauser
