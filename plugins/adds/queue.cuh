// The approximate priority queue: buckets that all blocks write and the manager reads.
//
// A bucket is a circular array of items with an index that only grows, modulo 2^32. Writers reserve a range of indices
// with one atomic addition and store their items there; the manager hands the range on to workers, which take the items
// out. The array is made of blocks of a pool: the upper bits of an index are the number of a block in its bucket, and
// the bucket's table says which block of the pool that is. The manager fills the tables ahead of the writers.
#pragma once

#include <cstdint>

#include "ordering.cuh"
#include "wayfront/cuda/relax.cuh"
#include "wayfront/cuda/warp.cuh"
#include "wayfront/graph.hpp"

namespace wayfront::adds {

using cuda::full_warp;
/// A distance: an item has room for one of 32 bits.
using Key = cuda::KeyOf<std::int32_t>;

inline constexpr unsigned max_buckets = 64;
inline constexpr unsigned max_workers = 2047;

/// A vertex, or a tile of a long row, with the distance it was pushed with. The distance comes along so that nobody has
/// to wait until an atomic elsewhere is seen.
inline constexpr std::uint64_t no_item = ~std::uint64_t{0};
__device__ constexpr std::uint64_t make_item(Key key, Vertex vertex) {
  return std::uint64_t{static_cast<std::uint32_t>(key)} << 32 | vertex;
}

/// Where distances lie, seen from a bucket: the first `cut` intervals from `base` are 1 / per_unit long, those behind
/// `cut_base` 1 / cut_per_unit. Only the order of the work depends on it: a worker may see parts of two at once.
struct Intervals {
  Key base;
  float per_unit;
  Key cut_base;
  float cut_per_unit;
  std::uint32_t cut;
};

/// What the manager tells a worker, and whether it is done: the paper's assignment flag.
struct alignas(32) Mail {
  std::uint64_t order;  // 0: idle
  std::uint64_t first, second, third;
};

/// `count` items from `position` in the pool. They are of `bucket`; the next `room` buckets are behind it in order.
struct Order {
  std::uint32_t count;
  std::uint32_t bucket;
  std::uint32_t room;
  std::uint32_t position;
};
inline constexpr std::uint64_t quit_order = 0x7ff;

__device__ inline std::uint64_t pack(const Order& order) {
  return std::uint64_t{order.position} << 23 | std::uint64_t{order.room} << 17 | std::uint64_t{order.bucket} << 11 |
         order.count;
}
__device__ inline Order unpack(std::uint64_t order) {
  return {static_cast<std::uint32_t>(order & 0x7ff), static_cast<std::uint32_t>(order >> 11 & 63),
          static_cast<std::uint32_t>(order >> 17 & 63), static_cast<std::uint32_t>(order >> 23)};
}

struct alignas(128) Line {
  std::uint32_t value;
};

enum Stop : std::uint32_t { running = 0, cancelled = 1, exhausted = 2, stuck = 3 };

struct Totals {
  unsigned long long settled, relaxed, improved, pushed, stale;
};

/// What the manager says at the end.
struct ManagerReport {
  std::uint64_t switches;  // of the head bucket
  std::uint64_t clipped;   // items pushed into the last bucket
  std::uint64_t pushed;
  std::uint64_t changes;  // of delta
  std::uint64_t sweeps;
  std::uint64_t orders;
  std::uint64_t max_blocks;  // of the pool, in use at once
  std::uint64_t samples;     // of the trace
  double delta;              // at the end
  std::uint32_t stop;
};

/// In device memory, zero before a solve.
struct Control {
  Line reserved[max_buckets];  // the next index to write
  alignas(128) std::uint32_t stop;
  alignas(128) Totals totals;
  unsigned long long relaxed_so_far;  // while a trace is made
  alignas(128) std::uint64_t grants;  // times that the manager gave blocks to buckets
  unsigned long long local_hops;      // of all workers, in units of 256: progress within long orders
  ManagerReport report;
};

/// By value.
struct Queue {
  std::uint64_t* items;  // of all blocks of the pool
  std::uint64_t* table;  // for each bucket `table_size` entries: the block's number in its bucket + 1, and in the pool
  std::uint32_t* consumed;  // per block of the pool: items that workers are done with
  std::uint32_t* ring;      // blocks that came back
  std::uint32_t*
      written;  // per segment of the pool: items stored; null: each item tells for itself whether it is there
  Control* control;
  Mail* mail;
  std::uint64_t* waits;      // per worker: 1 + Control::grants before its last, futile look; 0: does not wait
  std::uint32_t table_size;  // a power of two, at least the number of blocks
  std::uint32_t blocks;      // in the pool
  std::uint32_t block_bits;
  std::uint32_t segment_bits;
  std::uint32_t buckets;

  __device__ std::uint32_t block_items() const { return 1U << block_bits; }
  /// Where the block of `bucket` with this number is looked up.
  __device__ std::uint64_t* entry(unsigned bucket, std::uint32_t number) const {
    return table + std::uint64_t{bucket} * table_size + (number & (table_size - 1));
  }
  __device__ static std::uint64_t make_entry(std::uint32_t number, std::uint32_t block) {
    return std::uint64_t{number + 1} << 32 | block;
  }
  /// The place in the pool of an index whose block is known.
  __device__ std::uint32_t position(std::uint32_t index, std::uint32_t block) const {
    return block << block_bits | (index & (block_items() - 1));
  }
};

inline constexpr std::uint32_t nowhere = ~0U;

/// Calls `look` until it says that what another block brings is there. Tells the manager meanwhile, so that it can tell
/// a pool that is used up from workers that are slow. False where the solve is being stopped.
template <class Look>
__device__ bool wait_for(const Queue& queue, Look&& look) {
  if (look()) return true;
  std::uint64_t* const told = queue.waits + (blockIdx.x - 1);
  bool tells = false;
  for (unsigned looks = 1;; ++looks) {
    const bool tell = looks % 64 == 0;
    std::uint64_t grants = 0;
    if (tell) {
      if (load_relaxed(&queue.control->stop) != running) return false;
      grants = load_acquire(&queue.control->grants);  // before the look, which sees what was given until then
    }
    if (look()) break;
    if (!tell) continue;
    store_relaxed(told, grants + 1);
    tells = true;
  }
  if (tells) store_relaxed(told, std::uint64_t{0});
  return true;
}

/// The table's entries that a block of threads used last.
struct Translations {
  static constexpr unsigned ways = 4;
  std::uint64_t entries[max_buckets][ways];

  __device__ void clear() {
    for (unsigned i = threadIdx.x; i < max_buckets * ways; i += blockDim.x) (&entries[0][0])[i] = 0;
  }
  /// By one thread while the others wait.
  __device__ void forget() {
    for (unsigned i = 0; i < max_buckets * ways; ++i) (&entries[0][0])[i] = 0;
  }
  /// Where index `index` of `bucket` is in the pool; waits until the manager has put a block there. `nowhere` where the
  /// solve is being stopped.
  __device__ std::uint32_t position(const Queue& queue, unsigned bucket, std::uint32_t index) {
    const std::uint32_t number = index >> queue.block_bits;
    std::uint64_t* const cached = &entries[bucket][number % ways];
    std::uint64_t entry = load_shared(cached);
    if (entry >> 32 != number + 1) {
      const bool there = wait_for(queue, [&] {
        entry = load_relaxed(queue.entry(bucket, number));
        return entry >> 32 == number + 1;
      });
      if (!there) return nowhere;
      fence();  // the block's last readers are done with it
      store_shared(cached, entry);
    }
    return queue.position(index, static_cast<std::uint32_t>(entry));
  }
};

}  // namespace wayfront::adds
