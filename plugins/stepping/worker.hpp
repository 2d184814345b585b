// One thread of the stepping loop: its queue and lists, and what the others may see of them.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "bucket_queue.hpp"
#include "schedules.hpp"
#include "wayfront/run.hpp"

namespace wayfront::stepping {

/// What one thread keeps between solves, and what it shows to others during one.
template <class D>
struct alignas(128) Worker {
  /// Written before a barrier, read by all after it; two, because a fast thread writes the next one before a slow one
  /// has read this one.
  struct Offer {
    std::uint64_t least = no_bucket;
    std::uint64_t scanned = 0;      // entries, since the start
    std::uint64_t unconfirmed = 0;  // entries, see scanner.hpp
    std::array<std::uint64_t, Waiting::most_buckets> entries{};
    Work work;
  };
  std::array<Offer, 2> offers;

  /// The round's list. Valid for others once `ready` is the number of the round, until the next barrier.
  Bucket<Entry<D>> list;
  std::size_t chunk = 1;
  alignas(128) std::atomic<std::uint64_t> ready{0};
  alignas(128) std::atomic<std::size_t> taken{0};

  alignas(128) BucketQueue<D> queue;
  Bucket<Entry<D>> own;  // the bucket that is scanned by fusion

  Bucket<Entry<D>> unconfirmed;  // see scanner.hpp
  std::uint64_t pull_cost = 0;   // arcs into this thread's part of the vertices beyond the bound
};

}  // namespace wayfront::stepping
