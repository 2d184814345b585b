// The pool's blocks: which bucket has them.
#pragma once

#include <cstdint>

#include "manager_shared.cuh"
#include "queue.cuh"

namespace wayfront::adds {

/// Called by one warp of the manager, in each sweep.
class PoolKeeper {
 public:
  __device__ PoolKeeper(const Queue& queue, unsigned workers, ManagerShared& shared)
      : queue_(queue), workers_(workers), shared_(shared) {}

  /// Takes back blocks that workers are through with, gives new ones to buckets that will need them.
  __device__ void look_after(std::uint32_t& recycled) {
    bool starved = false, came_back = false, calm = true;
    for_buckets(queue_, [&](unsigned, unsigned b) {
      calm = calm && (b >= queue_.buckets ||
                      (shared_.read[b] - shared_.freed[b] < queue_.block_items() &&
                       shared_.allocated[b] - shared_.reserved[b] - queue_.block_items() < 1U << 31 &&
                       shared_.read[b] >> queue_.block_bits == shared_.number_read[b] && queue_.written == nullptr));
    });
    if (__all_sync(full_warp, calm)) {
      if (lane_ == 0) {
        recycled = 0;
        shared_.starved_sweeps = 0;
      }
      return;
    }
    for_buckets(queue_, [&](unsigned, unsigned b) {
      const bool mine = b < queue_.buckets;
      const bool read_out = mine && shared_.read[b] - shared_.freed[b] >= queue_.block_items();
      if (__any_sync(full_warp, read_out)) came_back = take_back(b, read_out) || came_back;
      // As far as nobody waits, what is allocated is ahead of what is reserved.
      const auto ahead = static_cast<std::int32_t>(shared_.allocated[b] - shared_.reserved[b]);
      const bool needs = mine && ahead < static_cast<std::int32_t>(queue_.block_items());
      if (__any_sync(full_warp, needs)) starved = give(b, needs) || starved;
      if (!mine) return;
      translate(b, shared_.read[b], shared_.number_read[b], shared_.block_read[b]);
      if (queue_.written != nullptr)
        translate(b, shared_.readable[b], shared_.number_checked[b], shared_.block_checked[b]);
    });
    if (lane_ == 0) recycled = came_back ? 1 : 0;
    const bool in_vain = starved && !came_back && shared_.plan_orders == 0;
    const bool used_up = in_vain && is_used_up();
    __syncwarp();
    if (lane_ != 0) return;
    if (!in_vain) shared_.starved_sweeps = 0;
    if (used_up) stop_solve(queue_, shared_, exhausted);
  }

 private:
  /// Sweeps in a row in which nothing is given out, comes back or goes on. They are counted, not timed: a device that
  /// is shared in time slices, or held by a debugger, makes no sweeps meanwhile. It is far more than the warps of a
  /// worker need that have something to do while another one of them waits.
  static constexpr std::uint32_t max_starved_sweeps = 1U << 14;
  static constexpr std::uint32_t sweeps_per_look = 64;

  /// Writers wait, no block is left, and no order was given. Whether it stays so, because every worker that is at work
  /// waits, be it for a block or for an item of one that does: only they could bring blocks back.
  __device__ bool is_used_up() {
    const std::uint32_t sweeps = shared_.starved_sweeps + 1;
    bool all_wait = true;
    if (sweeps % sweeps_per_look == 0)
      for (unsigned w = lane_; w < workers_; w += 32)
        all_wait = all_wait && (shared_.work[w] == 0 || load_relaxed(queue_.waits + w) == shared_.grants + 1);
    all_wait = __all_sync(full_warp, all_wait);
    if (lane_ == 0) shared_.starved_sweeps = all_wait ? sweeps : 0;
    return all_wait && sweeps >= max_starved_sweeps;
  }

  /// The first block of bucket b goes back to the pool if `read_out` and all its items are done. Returns whether any
  /// lane's did.
  __device__ bool take_back(unsigned b, bool read_out) {
    std::uint32_t block = 0;
    bool returns = false;
    if (read_out) {
      block = static_cast<std::uint32_t>(load_relaxed(queue_.entry(b, shared_.freed[b] >> queue_.block_bits)));
      returns = load_relaxed(queue_.consumed + block) == queue_.block_items();
    }
    const unsigned returning = __ballot_sync(full_warp, returns);
    if (returns) {
      store_relaxed(queue_.consumed + block, 0U);
      shared_.freed[b] += queue_.block_items();
      queue_.ring[(shared_.ring_end + __popc(returning & ((1U << lane_) - 1))) % queue_.blocks] = block;
    }
    if (queue_.written != nullptr) clear_segments(returning, block);
    __syncwarp();
    if (lane_ == 0) shared_.ring_end = (shared_.ring_end + __popc(returning)) % (2 * queue_.blocks);
    __syncwarp();
    return returning != 0;
  }

  /// A block for bucket b if it needs one and there is one. Returns whether any lane's writers have to wait.
  __device__ bool give(unsigned b, bool needs) {
    const unsigned needing = __ballot_sync(full_warp, needs);
    const unsigned rank = __popc(needing & ((1U << lane_) - 1));
    const unsigned used = (shared_.ring_end + 2 * queue_.blocks - shared_.ring_first) % (2 * queue_.blocks);
    const unsigned from_ring = min(used, static_cast<unsigned>(__popc(needing)));
    const unsigned from_fresh = min(queue_.blocks - shared_.fresh, __popc(needing) - from_ring);
    if (needs && rank < from_ring + from_fresh) {
      const std::uint32_t block = rank < from_ring ? queue_.ring[(shared_.ring_first + rank) % queue_.blocks]
                                                   : shared_.fresh + rank - from_ring;
      const std::uint32_t number = shared_.allocated[b] >> queue_.block_bits;
      store_release(queue_.entry(b, number), Queue::make_entry(number, block));
      shared_.allocated[b] += queue_.block_items();
    }
    const bool waits = needs && static_cast<std::int32_t>(shared_.allocated[b] - shared_.reserved[b]) < 0;
    __syncwarp();
    if (lane_ == 0) {
      if (from_ring + from_fresh != 0) store_release(&queue_.control->grants, ++shared_.grants);
      shared_.ring_first = (shared_.ring_first + from_ring) % (2 * queue_.blocks);
      shared_.fresh += from_fresh;
      shared_.max_blocks = max(shared_.max_blocks, shared_.fresh - (used - from_ring));
    }
    __syncwarp();
    return __any_sync(full_warp, waits);
  }

  /// Of the blocks that came back.
  __device__ void clear_segments(unsigned lanes, std::uint32_t block) const {
    const unsigned segments = 1U << (queue_.block_bits - queue_.segment_bits);
    for (; lanes != 0; lanes &= lanes - 1) {
      const std::uint32_t first = __shfl_sync(full_warp, block, __ffs(static_cast<int>(lanes)) - 1)
                                  << (queue_.block_bits - queue_.segment_bits);
      for (unsigned i = lane_; i < segments; i += 32) store_relaxed(queue_.written + first + i, 0U);
    }
  }

  /// Looks the block up that holds `index`, if it is another one than before and there already.
  __device__ void translate(unsigned bucket, std::uint32_t index, std::uint32_t& number, std::uint32_t& block) const {
    const std::uint32_t wanted = index >> queue_.block_bits;
    if (wanted == number || index == shared_.allocated[bucket]) return;
    number = wanted;
    block = static_cast<std::uint32_t>(load_relaxed(queue_.entry(bucket, wanted)));
  }

  const Queue& queue_;
  const unsigned workers_;
  ManagerShared& shared_;
  const unsigned lane_ = threadIdx.x % 32;
};

}  // namespace wayfront::adds
