// Where the vertices that a round improves go: to the queue of the next round, or to a list of this block alone.
#pragma once

#include <cstdint>

#include "wayfront/cuda/queue_frontier.cuh"
#include "wayfront/cuda/stage.cuh"
#include "wayfront/cuda/warp.cuh"

namespace wayfront::hbf {

using cuda::full_warp;
using cuda::StageMemory;

/// To the queue, gathered in shared memory or each at once. Whole warps call push(), whole blocks finish().
class QueuePushes {
 public:
  __device__ QueuePushes(StageMemory& memory, const cuda::QueueRound& queue, bool direct)
      : stage_(memory, queue), tail_(queue.tail), direct_(direct) {}

  __device__ void push(bool has, Vertex v) {
    if (!direct_) {
      stage_.push(has, v);
    } else if (has) {
      stage_.put(atomicAdd(tail_, 1U), v);
    }
  }
  __device__ void finish() {
    if (!direct_) stage_.finish();
  }

 private:
  cuda::Stage<> stage_;
  std::uint32_t* const tail_;
  const bool direct_;
};

/// Vertices that stay in the block for its next round, in the memory of the stage: two lists, used in turn.
struct LocalList {
  static constexpr std::uint32_t room = 16 * StageMemory::slots;
  Vertex* items;
  std::uint32_t* count;  // those that found no room included

  __device__ static LocalList of(StageMemory& memory, unsigned round) {
    return {memory.items[16 * (round % 2)], memory.counts + round % 2};
  }
};

/// To a list of the block, and to the queue where the list is full. Whole warps call push().
class ListPushes {
 public:
  __device__ ListPushes(const LocalList& list, const cuda::QueueRound& queue) : list_(list), queue_(queue) {}

  __device__ void push(bool has, Vertex v) const {
    const unsigned lanes = __ballot_sync(full_warp, has);
    if (lanes == 0) return;
    std::uint32_t at = 0;
    if (threadIdx.x % 32 == 0) at = atomicAdd(list_.count, static_cast<std::uint32_t>(__popc(lanes)));
    at = cuda::from_lane(at, 0) + cuda::rank_in(lanes);
    if (!has) return;
    if (at < LocalList::room) {
      list_.items[at] = v;
    } else if (at = atomicAdd(queue_.tail, 1U); at < queue_.capacity) {
      queue_.next[at] = v;
    }
  }

 private:
  const LocalList list_;
  const cuda::QueueRound queue_;
};

}  // namespace wayfront::hbf
