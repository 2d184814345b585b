// Pushes of a block on their way to the piles.
#pragma once

#include <cstdint>

#include "near_far.hpp"
#include "piles.cuh"
#include "wayfront/cuda/cached.cuh"
#include "wayfront/cuda/round_loop.cuh"
#include "wayfront/cuda/stage.cuh"
#include "wayfront/cuda/warp.cuh"

namespace wayfront::near_far {

using cuda::full_warp;

/// The block's shared memory: as many bytes whatever the size of a key, so that as many blocks fit.
template <class Key>
struct PushMemory {
  static constexpr unsigned room = max_local * sizeof(NarrowEntry) / sizeof(Entry<Key>);  // vertices in a list
  static constexpr unsigned near_slots = room / 16;                                       // of a warp
  static constexpr unsigned far_slots = 64 * sizeof(NarrowEntry) / sizeof(Entry<Key>);
  RoundPiles<Key> piles;
  Entry<Key> near[2 * room];  // two lists, used in turn, or slots of each warp
  Entry<Key> far[32 * far_slots];
  std::uint32_t list_counts[3];  // of this hop's list, the next one's, and the one after it; those without room, too
  std::uint32_t near_counts[32], far_counts[32];
  std::uint32_t left_first;
  Key min_far;

  __device__ Entry<Key>* list(unsigned hop) { return near + room * (hop % 2); }
  __device__ std::uint32_t* list_count(unsigned hop) { return list_counts + hop % 3; }
};

/// Of one thread; its warp's threads call push() together, its block's call finish() together. Near vertices go to the
/// block's list for its next hop where the round is `local`, and to the slots of their warp otherwise.
template <class Key>
class Pushes {
  using Memory = PushMemory<Key>;

 public:
  /// `limit` is the round's, and entries above `cap` are dropped.
  __device__ Pushes(Memory& memory, Key limit, Key cap, bool local)
      : memory_(memory), limit_(limit), cap_(cap), local_(local), lane_(threadIdx.x % 32) {}

  /// By one thread, before the barrier of threads that precedes the first push.
  static __device__ void start(Memory& memory) {
    for (std::uint32_t& count : memory.list_counts) count = 0;
    memory.min_far = no_key<Key>;
  }

  /// From here on, near vertices are pushed for this hop.
  __device__ void for_hop(unsigned hop) { hop_ = hop; }

  __device__ void push(bool has, Vertex v, Key key) {
    const bool wanted = has && key <= cap_;
    const bool near = wanted && key <= limit_;
    const unsigned all = __ballot_sync(full_warp, wanted);
    if (all == 0) return;
    const unsigned nears = __ballot_sync(full_warp, near);
    const Entry<Key> entry = entry_of(v, key);
    if (nears != 0) {
      if (local_) {
        push_to_list(near, nears, entry);
      } else {
        NearSink sink{*this};
        near_stage_.push(near, nears, entry, sink);
      }
    }
    if (const unsigned fars = all & ~nears; fars != 0) {
      const bool far = wanted && !near;
      FarSink sink{*this};
      far_stage_.push(far, fars, entry, sink);
      if (far && key < min_far_) min_far_ = key;
    }
  }

  /// Writes what is held, and `left` entries of the list for `hop`, which has not been relaxed.
  template <WeightType W>
  __device__ void finish(cuda::Tally<W>& tally, unsigned hop, std::uint32_t left) {
    const Key min_far = cuda::warp_min(min_far_);
    if (lane_ == 0 && min_far < no_key<Key>) atomicMin(&memory_.min_far, min_far);
    if (__syncthreads_or(static_cast<int>(near_stage_.held() + far_stage_.held() + left)) != 0) {
      const unsigned warp = threadIdx.x / 32;
      if (lane_ == 0) {
        memory_.near_counts[warp] = near_stage_.held();
        memory_.far_counts[warp] = far_stage_.held();
      }
      __syncthreads();
      if (warp == 0) reserve(left);
      __syncthreads();
      NearSink near{*this};
      FarSink far{*this};
      near_stage_.write(memory_.near_counts[warp], near);
      for (std::uint32_t i = threadIdx.x; i < left; i += blockDim.x)
        put_near(memory_.left_first + i, memory_.list(hop)[i]);
      far_stage_.write(memory_.far_counts[warp], far);
      if (threadIdx.x == 0) waiting_ += left;
    }
    if (threadIdx.x == 0 && memory_.min_far < memory_.piles.min_staying)
      atomicMin(&memory_.piles.next->min_far, memory_.min_far);
    const Key min_distance = min_near_ < min_far_ ? min_near_ : min_far_;
    if (min_distance != no_key<Key> && cuda::distance_of<W>(min_distance) < tally.min_distance)
      tally.min_distance = cuda::distance_of<W>(min_distance);
    tally.waiting += waiting_;
  }

 private:
  /// Where the stages write.
  struct NearSink {
    Pushes& pushes;
    __device__ Entry<Key>* slots() const { return pushes.memory_.near + threadIdx.x / 32 * Memory::near_slots; }
    __device__ std::uint32_t reserve(std::uint32_t count) {
      return pushes.advance(&pushes.memory_.piles.next->near, count);
    }
    __device__ void put(std::uint32_t at, Entry<Key> entry) { pushes.put_near(at, entry); }
  };
  struct FarSink {
    Pushes& pushes;
    __device__ Entry<Key>* slots() const { return pushes.memory_.far + threadIdx.x / 32 * Memory::far_slots; }
    __device__ std::uint32_t reserve(std::uint32_t count) {
      return pushes.advance(pushes.memory_.piles.far_tail, count);
    }
    __device__ void put(std::uint32_t at, Entry<Key> entry) { pushes.put_far(at, entry); }
  };

  static __device__ std::uint32_t count(unsigned mask) { return static_cast<std::uint32_t>(__popc(mask)); }

  __device__ void push_to_list(bool near, unsigned nears, Entry<Key> entry) {
    std::uint32_t at = 0;
    if (lane_ == 0) at = atomicAdd(memory_.list_count(hop_), count(nears));
    at = __shfl_sync(full_warp, at, 0);
    const bool full = at + count(nears) > Memory::room;
    at += cuda::rank_in(nears);
    if (near && at < Memory::room) memory_.list(hop_)[at] = entry;
    if (!full) return;
    const bool over = near && at >= Memory::room;
    const unsigned overs = __ballot_sync(full_warp, over);
    std::uint32_t first = 0;
    if (lane_ == 0) first = atomicAdd(&memory_.piles.next->near, count(overs));
    first = __shfl_sync(full_warp, first, 0) + cuda::rank_in(overs);
    if (over) {
      put_near(first, entry);
      ++waiting_;
    }
  }

  __device__ void put_near(std::uint32_t at, Entry<Key> entry) {
    if (at < memory_.piles.capacity) {
      cuda::stcg(memory_.piles.next_near + at, entry);
    } else {
      memory_.piles.next->lost = 1;
    }
    if (key_of(entry) < min_near_) min_near_ = key_of(entry);
  }
  __device__ void put_far(std::uint32_t at, Entry<Key> entry) {
    if (at < memory_.piles.capacity) {
      cuda::stcg(memory_.piles.next_far + at, entry);
    } else {
      memory_.piles.next->lost = 1;
    }
  }

  __device__ std::uint32_t advance(std::uint32_t* tail, std::uint32_t count) {
    std::uint32_t first = 0;
    if (lane_ == 0) {
      first = atomicAdd(tail, count);
      waiting_ += count;
    }
    return cuda::from_lane(first, 0);
  }

  /// By the first warp: places in the piles for what each warp holds and what is left of the list.
  __device__ void reserve(std::uint32_t left) {
    const unsigned warps = blockDim.x / 32;
    const std::uint32_t near = lane_ < warps ? memory_.near_counts[lane_] : 0;
    const std::uint32_t far = lane_ < warps ? memory_.far_counts[lane_] : 0;
    std::uint32_t near_end = near, far_end = far;
    for (unsigned distance = 1; distance != 32; distance *= 2) {
      const std::uint32_t near_below = __shfl_up_sync(full_warp, near_end, distance);
      const std::uint32_t far_below = __shfl_up_sync(full_warp, far_end, distance);
      if (lane_ >= distance) {
        near_end += near_below;
        far_end += far_below;
      }
    }
    std::uint32_t near_first = 0, far_first = 0;
    if (lane_ == 31) {
      if (near_end + left != 0) near_first = atomicAdd(&memory_.piles.next->near, near_end + left);
      if (far_end != 0) far_first = atomicAdd(memory_.piles.far_tail, far_end);
      memory_.left_first = near_first + near_end;
      waiting_ += near_end + far_end;
    }
    near_first = __shfl_sync(full_warp, near_first, 31);
    far_first = __shfl_sync(full_warp, far_first, 31);
    if (lane_ < warps) {
      memory_.near_counts[lane_] = near_first + near_end - near;
      memory_.far_counts[lane_] = far_first + far_end - far;
    }
  }

  Memory& memory_;
  const Key limit_, cap_;
  const bool local_;
  const unsigned lane_;
  unsigned hop_ = 1;
  cuda::WarpStage<Entry<Key>, Memory::near_slots> near_stage_;
  cuda::WarpStage<Entry<Key>, Memory::far_slots> far_stage_;
  std::uint32_t waiting_ = 0;
  Key min_near_ = no_key<Key>, min_far_ = no_key<Key>;
};

}  // namespace wayfront::near_far
