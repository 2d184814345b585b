// What a warp pushes: into the block's own list while the block may go on with it, else into the queue.
#pragma once

#include <cstdint>
#include <type_traits>

#include "graph.cuh"
#include "queue.cuh"

namespace wayfront::adds {

struct WorkerTuning {
  bool push_only_if_improved;
  bool stale_filter;
  bool traced;
  unsigned local_hops;   // times that a block goes on with what it pushed itself, per order
  unsigned local_items;  // at most this many of them each time
  Key limit;             // of the solve: what lies above it is not pushed
};

/// Shared memory of one warp.
template <OffsetType O>
struct WarpShared {
  static constexpr unsigned room = 256;
  std::uint64_t pushes[room];  // not in the queue yet
  O begin[32];                 // of the rows that the warp spreads over its lanes: the first arc minus its position
  Key key[32];
};

/// What a block pushed into its order's bucket, to go on with: two lists, used in turn.
struct LocalItems {
  static constexpr unsigned room = 512;
  std::uint64_t items[2][room];
  std::uint32_t count[3];  // of this hop, the next, and one that is cleared
};

struct WorkerShared {
  Mail job;
  Translations translations;
  LocalItems local;
  bool stopped;
};

/// One warp's part; all members are called by whole warps, and inlined: their state belongs into registers.
template <WeightType W, OffsetType O>
class Pushes {
 public:
  static constexpr unsigned room = WarpShared<O>::room;

  __device__ Pushes(const Queue& queue, const WorkerTuning& tuning, WorkerShared& shared, WarpShared<O>& warp)
      : queue_(queue), tuning_(tuning), shared_(shared), warp_(warp) {}

  /// From now on, pushes come from an item of `order`.
  __device__ __forceinline__ void begin(const Order& order, const Intervals& intervals) {
    order_ = order;
    intervals_ = intervals;
    hops_left_ = tuning_.local_hops;
  }
  /// The block's lists change places: what was pushed into it is what the next hop reads, `list` says where. False
  /// where there are no hops left or nothing is in it. The same for all warps of a block, which are at a barrier
  /// before.
  __device__ __forceinline__ bool hop(unsigned& list, unsigned& count) {
    if (hops_left_ == 0) return false;
    --hops_left_;
    LocalItems& local = shared_.local;
    count = min(local.count[list_ % 3], tuning_.local_items);
    if (count == 0) return false;
    list = list_ % 2;
    ++list_;
    if (threadIdx.x == 0) local.count[(list_ + 1) % 3] = 0;
    return true;
  }
  __device__ __forceinline__ std::uint64_t pushed() const { return pushed_; }

  /// After this, `pushes` more can be staged.
  __device__ __forceinline__ void make_room(unsigned pushes) {
    if (waiting_ > room - pushes) flush();
  }
  /// All lanes; there is room for them.
  __device__ __forceinline__ void stage(bool mine, Key key, Vertex vertex) {
    const unsigned lanes = __ballot_sync(full_warp, mine);
    if (mine) warp_.pushes[waiting_ + __popc(lanes & below_)] = make_item(key, vertex);
    waiting_ += __popc(lanes);
  }

  /// Writes the pushes of the warp into the queue.
  __device__ __forceinline__ void flush() {
    finish();
    __syncwarp();
    for (unsigned first = 0; first < waiting_; first += 32) {
      bool mine = first + lane_ < waiting_;
      std::uint64_t item = 0;
      unsigned behind = 0;
      if (mine) {
        item = warp_.pushes[first + lane_];
        behind = buckets_behind(static_cast<Key>(item >> 32));
      }
      if (hops_left_ != 0 && full_list_ != list_) mine = keep(mine && behind == 0, item) ? false : mine;
      if (!__any_sync(full_warp, mine)) continue;
      unsigned bucket = max_buckets;
      if (mine) {
        bucket = order_.bucket + behind;
        if (bucket >= queue_.buckets) bucket -= queue_.buckets;
      }
      const unsigned peers = __match_any_sync(full_warp, bucket);
      const int leader = __ffs(static_cast<int>(peers)) - 1;
      if (first != 0) finish();
      pending_.mine = mine;
      if (!mine) continue;
      pending_.item = item;
      pending_.bucket = bucket;
      pending_.leader = leader;
      pending_.rank = static_cast<unsigned>(__popc(peers & below_));
      if (pending_.rank == 0)
        pending_.index = atomicAdd(&queue_.control->reserved[bucket].value, static_cast<unsigned>(__popc(peers)));
    }
    pushed_ += waiting_;
    waiting_ = 0;
    __syncwarp();
  }

  /// Stores the items whose indices were asked for last: the answer takes a while, in which the next hop begins.
  __device__ __forceinline__ void finish() {
    if (!__any_sync(full_warp, pending_.mine)) return;
    const unsigned index = __shfl_sync(full_warp, pending_.index, pending_.leader) + pending_.rank;
    std::uint32_t position = nowhere;
    if (pending_.mine) position = shared_.translations.position(queue_, pending_.bucket, index);
    if (position != nowhere) store_relaxed(queue_.items + position, pending_.item);
    if (queue_.written != nullptr) count_written(position);
    pending_.mine = false;
  }

 private:
  /// How many buckets behind the order's own a distance belongs.
  __device__ __forceinline__ unsigned buckets_behind(Key key) const {
    const bool late = key >= intervals_.cut_base;
    const Key base = late ? intervals_.cut_base : intervals_.base;
    float behind;
    if constexpr (std::is_same_v<W, float>) {
      behind = __int_as_float(key) - __int_as_float(base);
    } else {
      behind = static_cast<float>(key - base);
    }
    behind *= late ? intervals_.cut_per_unit : intervals_.per_unit;
    if (late) behind += static_cast<float>(intervals_.cut);
    return static_cast<unsigned>(fminf(fmaxf(behind, 0.0F), static_cast<float>(order_.room)));
  }

  /// Puts the items of the lanes that have one into the block's own list, while there is room. Returns whether it did.
  __device__ __forceinline__ bool keep(bool mine, std::uint64_t item) {
    const unsigned lanes = __ballot_sync(full_warp, mine);
    if (lanes == 0) return false;
    const auto all = static_cast<unsigned>(__popc(lanes));
    LocalItems& local = shared_.local;
    unsigned first = 0;
    if (lane_ == 0) first = atomicAdd(&local.count[list_ % 3], all);
    first = __shfl_sync(full_warp, first, 0);
    if (first + all >= tuning_.local_items) full_list_ = list_;
    const unsigned place = first + static_cast<unsigned>(__popc(lanes & below_));
    const bool kept = mine && place < tuning_.local_items;
    if (kept) local.items[list_ % 2][place] = item;
    return kept;
  }

  /// Counts the items that the lanes have stored, each in its segment.
  __device__ __forceinline__ void count_written(std::uint32_t position) const {
    const std::uint32_t segment = position == nowhere ? nowhere : position >> queue_.segment_bits;
    const unsigned peers = __match_any_sync(full_warp, segment);
    __syncwarp();
    if (segment == nowhere || __ffs(static_cast<int>(peers)) - 1 != static_cast<int>(lane_)) return;
    fence();
    atomicAdd(queue_.written + segment, static_cast<unsigned>(__popc(peers)));
  }

  const Queue& queue_;
  const WorkerTuning& tuning_;
  WorkerShared& shared_;
  WarpShared<O>& warp_;
  const unsigned lane_ = threadIdx.x % 32;
  const unsigned below_ = (1U << (threadIdx.x % 32)) - 1;
  Order order_{};
  Intervals intervals_{};
  struct {
    std::uint64_t item;
    unsigned bucket, index, rank;
    int leader;
    bool mine;
  } pending_{};
  unsigned hops_left_ = 0;
  unsigned list_ = 0;         // of the lists of local items: the one that is written
  unsigned full_list_ = ~0U;  // the last one that was seen to be full
  unsigned waiting_ = 0;      // in warp_.pushes
  std::uint64_t pushed_ = 0;
};

}  // namespace wayfront::adds
