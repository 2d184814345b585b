// 32-bit numbers for rounds, by which labels know the improvements of the round that runs.
#pragma once

#include <cstdint>
#include <limits>

#include "wayfront/graph.hpp"

namespace wayfront::hbf {

/// A round of the loop has `per_round` numbers of its own, from 1 on; labels without an improvement hold 0. When the
/// numbers are used up, the labels are made to forget theirs and the numbers start again.
struct Epochs {
  std::uint64_t forgotten = 0;  // rounds of the loop before which no number counts any more
  std::uint32_t per_round = 1;

  /// The first number of a round after `forgotten` and up to last_round().
  WAYFRONT_HD std::uint32_t of(std::uint64_t round) const {
    return static_cast<std::uint32_t>((round - forgotten) * per_round);
  }
  /// The last round whose numbers fit.
  std::uint64_t last_round() const { return forgotten + std::numeric_limits<std::uint32_t>::max() / per_round; }
};

}  // namespace wayfront::hbf
