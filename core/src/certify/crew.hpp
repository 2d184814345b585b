// The threads that check one answer, and how its arrays are cut into parts.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/arena.hpp"

namespace wayfront::host {

/// Refers to an arena. The parts of an array do not depend on the number of threads, so sums over parts, added up in
/// their order, do not either. Loops over no more than `grain` elements wake no thread.
class Crew {
 public:
  Crew(Arena& arena, std::uint64_t grain = std::uint64_t{1} << 16)   // NOLINT(google-explicit-constructor): an arena is
      : arena_(arena), grain_(std::max<std::uint64_t>(grain, 1)) {}  // enough for everybody but tests

  std::uint64_t grain() const { return grain_; }
  Crew with_grain(std::uint64_t grain) const { return {arena_, grain}; }
  std::uint64_t parts(std::uint64_t count) const { return count / grain_ + (count % grain_ != 0 ? 1 : 0); }

  /// Whether a loop over `count` elements runs on several threads.
  bool shares(std::uint64_t count) const { return arena_.threads() > 1 && count > grain_; }

  /// Calls body(part, begin, end) for each of the parts of 0 .. count, on all threads.
  template <class Body>
  void for_parts(std::uint64_t count, Body&& body) const {
    arena_.parallel_for(parts(count), 1, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t part = first; part < last; ++part)
        body(part, part * grain_, std::min(count, (part + 1) * grain_));
    });
  }

 private:
  Arena& arena_;
  std::uint64_t grain_;
};

}  // namespace wayfront::host
