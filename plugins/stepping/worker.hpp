// A worker: the queue and the lists of one thread of the stepping loop. Where that thread does not come to a round,
// another one moves the worker's entries.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "bucket_queue.hpp"
#include "scanner.hpp"
#include "schedules.hpp"

namespace wayfront::stepping {

/// What one thread keeps between solves.
template <class D>
struct alignas(128) Worker {
  /// What the leader has to know between rounds. Written by whoever touched the queue last.
  struct Offer {
    std::uint64_t least = no_bucket;
    std::uint64_t unconfirmed = 0;  // entries, see scanner.hpp
    std::array<std::uint64_t, Waiting::most_buckets> entries{};
  };
  Offer offer;

  /// The number of the last round for which a thread claimed to move the entries. Until `ready` has that number, no
  /// other thread touches the worker but for this.
  alignas(128) std::atomic<std::uint64_t> claimed{0};
  std::atomic<std::uint64_t> ready{0};
  std::size_t chunk = 1;
  /// The round's list, from which all may take chunks.
  Bucket<Entry<D>> list;
  alignas(128) std::atomic<std::size_t> taken{0};

  alignas(128) BucketQueue<D> queue;
  Bucket<Entry<D>> own;          // scanned by its thread alone
  Bucket<Entry<D>> unconfirmed;  // see scanner.hpp
  ScanScratch<D> scratch;
};

}  // namespace wayfront::stepping
