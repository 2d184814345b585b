// What the threads of the manager share.
#pragma once

#include <cstdint>

#include "control.cuh"
#include "queue.cuh"

namespace wayfront::adds {

struct ManagerTuning {
  unsigned workers;
  unsigned min_order_bits;    // fewest items that are worth an order of their own, as a power of two
  unsigned max_order_bits;    // threads of a worker
  std::uint32_t first_index;  // of each bucket, the beginning of a block
  DeltaTuning delta;
};

struct TraceSample {
  std::uint64_t nanoseconds;
  std::uint64_t switches;
  std::uint64_t relaxed, pushed;
  double delta, base;
  std::uint32_t in_flight, open;
};

/// What host and manager share while a solve runs, page-locked.
struct HostMailbox {
  const std::uint32_t* stop;
  TraceSample* trace;  // null: no trace
  std::uint32_t trace_room;
};

struct Counters {
  std::uint64_t begun, sampled;  // times
  std::uint64_t samples, sweeps, orders;
};

/// Indices are modulo 2^32, as in the buckets.
struct ManagerShared {
  std::uint32_t reserved[max_buckets];
  std::uint32_t readable[max_buckets];  // with counters of written items: known to be there
  std::uint32_t read[max_buckets];
  std::uint32_t completed[max_buckets];
  std::uint32_t completed_before[max_buckets];  // a sweep ago
  std::uint32_t allocated[max_buckets];         // end of the blocks that the bucket has
  std::uint32_t freed[max_buckets];             // and their beginning
  std::uint32_t marked[max_buckets];            // `reserved` at the last switch of the head bucket
  // the manager's own translations: number and block of the pool, for `read` and for `readable`
  std::uint32_t number_read[max_buckets], block_read[max_buckets];
  std::uint32_t number_checked[max_buckets], block_checked[max_buckets];
  std::uint64_t work[max_workers + 1];       // what each worker is at: items, bucket, block; 0: idle
  std::uint32_t idle[max_workers / 32 + 1];  // a bit per worker
  std::uint32_t idle_before[max_workers / 32 + 1];
  // the plan, by position from the head bucket
  std::uint32_t plan_before[max_buckets + 1];  // orders of the buckets before
  std::uint32_t plan_position[max_buckets];
  std::uint32_t plan_items[max_buckets];
  Intervals intervals[max_buckets];
  std::uint32_t plan_orders;
  std::uint32_t plan_size_bits;
  std::uint32_t plan_given;   // items
  std::uint32_t plan_idle;    // workers, before
  std::uint32_t in_flight;    // items handed out and not done
  std::uint32_t recycled[2];  // whether a block came back in this sweep, and in the one before
  std::uint32_t head;
  Window window;
  Counters counters;
  // seen by the warp that watches
  std::uint64_t progress;  // moves when something is handed out or the head moves on
  std::uint64_t ended;
  std::uint64_t stop;
  // memory
  std::uint32_t fresh;                 // blocks never used
  std::uint32_t ring_first, ring_end;  // blocks that came back; modulo the pool's size
  std::uint32_t max_blocks;
  std::uint32_t starved_sweeps;  // in a row
  std::uint64_t grants;          // as in Control
};

/// Ends the solve before its time.
__device__ inline void stop_solve(const Queue& queue, ManagerShared& shared, Stop why) {
  post_shared(&shared.stop, why);
  store_relaxed(&queue.control->stop, why);
}

/// Calls f with the calling lane's one or two buckets or positions: (0, lane), and (1, lane + 32) where there are more
/// than 32 buckets. By a whole warp; they may lie beyond the last one.
template <class F>
__device__ void for_buckets(const Queue& queue, F&& f) {
  const unsigned lane = threadIdx.x % 32;
  f(0U, lane);
  if (queue.buckets > 32) f(1U, lane + 32);
}

}  // namespace wayfront::adds
