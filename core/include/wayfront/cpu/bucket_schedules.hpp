// Schedules over buckets of distances: how far the next round of a team of threads goes. Stepping algorithms differ in
// this one function.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace wayfront {

/// No bucket: above every index.
inline constexpr std::uint64_t no_bucket = std::numeric_limits<std::uint64_t>::max();

/// What waits between two rounds: all that a schedule may look at.
struct Waiting {
  static constexpr std::size_t max_buckets = 16;
  std::uint64_t unconfirmed = 0;                     // entries that a scanner looks at again, see team_queues.hpp
  std::uint64_t first = no_bucket;                   // first bucket that has entries
  std::array<std::uint64_t, max_buckets> entries{};  // in it and the next ones, of all threads; stale ones among them

  std::uint64_t up_to(std::uint64_t limit) const {
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < max_buckets && first + i <= limit; ++i) sum += entries[i];
    return sum;
  }
};

/// limit(waiting) is the last bucket that the next round takes, at least waiting.first. A schedule that reads more than
/// entries[0] has looks_at_entries = true; for others the rest is not filled in.
template <class S>
concept BucketSchedule = std::is_trivially_copyable_v<S> && requires(const S schedule, const Waiting& waiting) {
  { S::looks_at_entries } -> std::convertible_to<bool>;
  { schedule.limit(waiting) } -> std::same_as<std::uint64_t>;
};

/// The first bucket that has entries: delta-stepping (Meyer and Sanders, 2003), and Bellman-Ford where there is only
/// one bucket.
struct FirstBucket {
  static constexpr bool looks_at_entries = false;
  std::uint64_t limit(const Waiting& waiting) const { return waiting.first; }
};

static_assert(BucketSchedule<FirstBucket>);

}  // namespace wayfront
