// What the threads of the manager share.
#pragma once

#include <cstdint>

#include "control.cuh"
#include "queue.cuh"

namespace wayfront::adds {

struct ManagerTuning {
  unsigned workers;
  unsigned least_order_bits;  // fewest items that are worth an order of their own, as a power of two
  unsigned most_order_bits;   // threads of a worker
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
struct Shore {
  const std::uint32_t* stop;
  TraceSample* trace;  // null: no trace
  std::uint32_t trace_room;
};

struct Books {
  std::uint64_t begun, sampled;  // times
  std::uint64_t samples, sweeps, orders;
};

/// Indices are modulo 2^32, as in the buckets.
struct ManagerShared {
  std::uint32_t reserved[most_buckets];
  std::uint32_t readable[most_buckets];  // with counters of written items: known to be there
  std::uint32_t read[most_buckets];
  std::uint32_t completed[most_buckets];
  std::uint32_t completed_before[most_buckets];  // a sweep ago
  std::uint32_t allocated[most_buckets];         // end of the blocks that the bucket has
  std::uint32_t freed[most_buckets];             // and their beginning
  std::uint32_t marked[most_buckets];            // `reserved` at the last switch of the head bucket
  // the manager's own translations: number and block of the pool, for `read` and for `readable`
  std::uint32_t number_read[most_buckets], block_read[most_buckets];
  std::uint32_t number_checked[most_buckets], block_checked[most_buckets];
  std::uint64_t work[most_workers + 1];       // what each worker is at: items, bucket, block; 0: idle
  std::uint32_t idle[most_workers / 32 + 1];  // a bit per worker
  std::uint32_t idle_before[most_workers / 32 + 1];
  // the plan, by position from the head bucket
  std::uint32_t plan_before[most_buckets + 1];  // orders of the buckets before
  std::uint32_t plan_position[most_buckets];
  std::uint32_t plan_items[most_buckets];
  Intervals intervals[most_buckets];
  std::uint32_t plan_orders;
  std::uint32_t plan_size_bits;
  std::uint32_t plan_given;   // items
  std::uint32_t plan_idle;    // workers, before
  std::uint32_t in_flight;    // items handed out and not done
  std::uint32_t recycled[2];  // whether a block came back in this sweep, and in the one before
  std::uint32_t head;
  Window window;
  Books books;
  // seen by the warp that watches
  std::uint64_t progress;  // moves when something is handed out or the head moves on
  std::uint64_t ended;
  std::uint64_t stop;
  // memory
  std::uint32_t fresh;                 // blocks never used
  std::uint32_t ring_first, ring_end;  // blocks that came back; modulo the pool's size
  std::uint32_t most_blocks;
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
