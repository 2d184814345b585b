// The schedules: all in which the stepping plugins differ. A round takes the buckets up to a limit; the schedule names
// it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "bucket_queue.hpp"

namespace wayfront::stepping {

/// What a schedule may look at between two rounds.
struct Waiting {
  static constexpr std::size_t most_buckets = 16;
  std::uint64_t unconfirmed = 0;                      // entries whose stores are to be looked at again, see scanner.hpp
  std::uint64_t least = no_bucket;                    // first bucket that has entries
  std::array<std::uint64_t, most_buckets> entries{};  // in it and the next ones, of all threads; stale ones among them

  std::uint64_t up_to(std::uint64_t limit) const {
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < most_buckets && least + i <= limit; ++i) sum += entries[i];
    return sum;
  }
};

/// Delta-stepping: the first bucket that has entries.
struct FirstBucket {
  static constexpr bool looks_at_entries = false;
  std::uint64_t limit(const Waiting& waiting) const { return waiting.least; }
};

/// Rho-stepping: as many buckets as it takes to have `rho` entries.
struct NearestEntries {
  static constexpr bool looks_at_entries = true;
  std::uint64_t rho = 1;
  std::uint64_t limit(const Waiting& waiting) const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < Waiting::most_buckets; ++i)
      if ((sum += waiting.entries[i]) >= rho) return waiting.least + i;
    return waiting.least + Waiting::most_buckets - 1;
  }
};

/// Bellman-Ford: everything; there is one bucket.
struct Everything {
  static constexpr bool looks_at_entries = false;
  std::uint64_t limit(const Waiting& waiting) const { return waiting.least; }
};

}  // namespace wayfront::stepping
