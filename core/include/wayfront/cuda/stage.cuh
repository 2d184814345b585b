// Pushes on their way to a queue in device memory: each warp gathers its own in shared memory and writes them in runs,
// so that the queue's tail is advanced once for many of them.
#pragma once

#include <cstdint>

#include "wayfront/cuda/queue_frontier.cuh"
#include "wayfront/cuda/warp.cuh"
#include "wayfront/graph.hpp"

namespace wayfront::cuda {

/// What a warp holds back. All members are called by whole warps. A `sink` says where entries are and go: sink.slots()
/// is shared memory for `Slots` entries, which belongs to this warp, sink.reserve(count) returns the first of `count`
/// places, to every lane, and sink.put(place, entry) stores one, or drops it.
template <class Entry, unsigned Slots>
class WarpStage {
 public:
  /// Takes `entry` of every lane that `has` one; `lanes` is their ballot. Writes first where there is no room.
  template <class Sink>
  __device__ void push(bool has, unsigned lanes, Entry entry, Sink& sink) {
    const auto more = static_cast<std::uint32_t>(__popc(lanes));
    if (held_ + more > Slots) write(sink.reserve(held_), sink);
    if (has) sink.slots()[held_ + rank_in(lanes)] = entry;
    held_ += more;
  }
  /// Entries that wait: the same in all lanes.
  __device__ std::uint32_t held() const { return held_; }
  /// Stores what is held in the places from `first` on.
  template <class Sink>
  __device__ void write(std::uint32_t first, Sink& sink) {
    __syncwarp();
    for (std::uint32_t i = lane_; i < held_; i += 32) sink.put(first + i, sink.slots()[i]);
    __syncwarp();
    held_ = 0;
  }

 private:
  const unsigned lane_ = threadIdx.x % 32;
  std::uint32_t held_ = 0;
};

/// Shared memory of a block for Stage.
struct StageMemory {
  static constexpr unsigned slots = 128;  // vertices per warp
  Vertex items[32][slots];
  std::uint32_t counts[32];
};

/// A thread's part in its warp's pushes to a queue of vertices. push() is called by whole warps, finish() by the whole
/// block, after which the queue has everything. Vertices beyond the queue's capacity are dropped but counted; `Bounded`
/// false is for queues that have room for all that is ever pushed.
template <bool Bounded = true>
class Stage {
 public:
  __device__ Stage(StageMemory& memory, const QueueRound& queue)
      : queue_(queue), items_(memory.items[threadIdx.x / 32]), counts_(memory.counts) {}

  __device__ void push(bool has, Vertex v) {
    const unsigned lanes = __ballot_sync(full_warp, has);
    if (lanes != 0) stage_.push(has, lanes, v, *this);
  }
  __device__ void finish() { stage_.write(reserve_for_warps(queue_.tail, stage_.held(), counts_), *this); }

  // The sink.
  __device__ Vertex* slots() const { return items_; }
  __device__ std::uint32_t reserve(std::uint32_t count) const {
    std::uint32_t first = 0;
    if (threadIdx.x % 32 == 0) first = atomicAdd(queue_.tail, count);
    return from_lane(first, 0);
  }
  __device__ void put(std::uint32_t place, Vertex v) const {
    if (!Bounded || place < queue_.capacity) queue_.next[place] = v;
  }

 private:
  const QueueRound queue_;
  Vertex* const items_;
  std::uint32_t* const counts_;
  WarpStage<Vertex, StageMemory::slots> stage_;
};

}  // namespace wayfront::cuda
