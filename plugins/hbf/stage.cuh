// A block's pushes on their way to the queue: gathered per warp in shared memory and written in runs, or at once.
#pragma once

#include <cstdint>

#include "wayfront/cuda/queue_frontier.cuh"
#include "wayfront/cuda/warp.cuh"

namespace wayfront::hbf {

using cuda::full_warp;

struct StageMemory {
  static constexpr unsigned slot = 128;  // vertices per warp
  Vertex items[32][slot];
  std::uint32_t counts[32];
};

/// Vertices that stay in the block for its next round, in the same memory: two lists take turns.
struct LocalList {
  static constexpr std::uint32_t room = 16 * StageMemory::slot;
  Vertex* items;
  std::uint32_t* count;  // those that found no room included

  __device__ static LocalList of(StageMemory& memory, unsigned round) {
    return {memory.items[16 * (round % 2)], memory.counts + round % 2};
  }
};

/// Of one thread; its warp's threads call push() together, its block's call finish() together.
class Stage {
 public:
  __device__ Stage(StageMemory& memory, const cuda::RoundQueue& queue, bool direct)
      : memory_(memory),
        queue_(queue),
        items_(memory.items[threadIdx.x / 32]),
        lane_(threadIdx.x % 32),
        direct_(direct) {}

  /// Pushes go to `list`, and to the queue where it is full.
  __device__ Stage(StageMemory& memory, const cuda::RoundQueue& queue, const LocalList& list)
      : Stage(memory, queue, false) {
    list_ = list;
  }

  __device__ void push(bool has, Vertex v) {
    const unsigned pushing = __ballot_sync(full_warp, has);
    if (pushing == 0) return;
    if (list_.items != nullptr) {
      std::uint32_t at = 0;
      if (lane_ == 0) at = atomicAdd(list_.count, static_cast<std::uint32_t>(__popc(pushing)));
      at = __shfl_sync(full_warp, at, 0) + static_cast<std::uint32_t>(__popc(pushing & ((1U << lane_) - 1)));
      if (has && at < LocalList::room) list_.items[at] = v;
      if (has && at >= LocalList::room) put(atomicAdd(queue_.tail, 1U), v);
      return;
    }
    if (direct_) {
      if (has) put(atomicAdd(queue_.tail, 1U), v);
      return;
    }
    const auto more = static_cast<std::uint32_t>(__popc(pushing));
    if (count_ + more > StageMemory::slot) flush();
    if (has) items_[count_ + static_cast<std::uint32_t>(__popc(pushing & ((1U << lane_) - 1)))] = v;
    count_ += more;
  }

  __device__ void finish() {
    if (direct_) return;
    write(cuda::reserve_for_warps(queue_.tail, count_, memory_.counts));
  }

 private:
  __device__ void put(std::uint32_t at, Vertex v) const {
    if (at < queue_.capacity) queue_.next[at] = v;
  }
  __device__ void flush() {
    std::uint32_t first = 0;
    if (lane_ == 0) first = atomicAdd(queue_.tail, count_);
    write(__shfl_sync(full_warp, first, 0));
  }
  __device__ void write(std::uint32_t first) {
    __syncwarp();
    for (std::uint32_t i = lane_; i < count_; i += 32) put(first + i, items_[i]);
    __syncwarp();
    count_ = 0;
  }

  StageMemory& memory_;
  const cuda::RoundQueue queue_;
  Vertex* const items_;
  const unsigned lane_;
  std::uint32_t count_ = 0;
  const bool direct_;
  LocalList list_{nullptr, nullptr};
};

}  // namespace wayfront::hbf
