// The schedule of rho-stepping.
#pragma once

#include <cstddef>
#include <cstdint>

#include "wayfront/cpu/bucket_schedules.hpp"

namespace wayfront {

/// As many buckets as it takes to have `rho` entries: rho-stepping (Dong et al., SPAA 2021).
struct NearestEntries {
  static constexpr bool looks_at_entries = true;
  std::uint64_t rho = 1;
  std::uint64_t limit(const Waiting& waiting) const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < Waiting::max_buckets; ++i)
      if ((sum += waiting.entries[i]) >= rho) return waiting.first + i;
    return waiting.first + Waiting::max_buckets - 1;
  }
};

static_assert(BucketSchedule<NearestEntries>);

}  // namespace wayfront
