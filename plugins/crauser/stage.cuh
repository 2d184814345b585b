// A warp's pushes on their way to the queue: gathered in shared memory and written in runs.
#pragma once

#include <cstdint>

#include "wayfront/cuda/queue_frontier.cuh"

namespace wayfront::crauser {

inline constexpr unsigned full_warp = 0xffff'ffffU;

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

  /// What is left goes out with one addition to the queue's tail for the whole block: it is one word for all.
  __device__ void finish() {
    const unsigned warp = threadIdx.x / 32, warps = blockDim.x / 32;
    if (lane_ == 0) counts_[warp] = count_;
    __syncthreads();
    if (warp == 0) {
      const std::uint32_t mine = lane_ < warps ? counts_[lane_] : 0;
      std::uint32_t sum = mine;
      for (unsigned distance = 1; distance != 32; distance *= 2) {
        const std::uint32_t below = __shfl_up_sync(full_warp, sum, distance);
        if (lane_ >= distance) sum += below;
      }
      std::uint32_t first = 0;
      if (lane_ == 31 && sum != 0) first = atomicAdd(queue_.tail, sum);
      first = __shfl_sync(full_warp, first, 31);
      if (lane_ < warps) counts_[lane_] = first + sum - mine;
    }
    __syncthreads();
    write(counts_[warp]);
  }

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
