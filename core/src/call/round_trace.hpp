// The rounds of one solve as traced by a plugin; for a long trace, evenly spaced rounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "wayfront/run.hpp"

namespace wayfront::host {

/// A kept round of a trace.
struct TracedRound : RoundRecord {
  std::uint64_t relaxed_so_far = 0;  // arcs up to its end, including those of dropped rounds
};

struct TracedRounds {
  std::vector<TracedRound> kept;
  std::uint64_t count = 0;  // number of traced rounds; more than in `kept` if some were dropped

  bool thinned() const { return count > kept.size(); }
};

class RoundTrace {
 public:
  /// Max number of kept rounds. Above it every second one is dropped, then every second of the rest, and so on; the
  /// first and the last always stay.
  static constexpr std::size_t max = std::size_t{1} << 16;

  void clear();
  /// Throws std::bad_alloc.
  void add(const RoundRecord& record);
  TracedRounds rounds() const;

 private:
  void thin();

  std::vector<TracedRound> kept_;  // every stride_-th round
  TracedRound last_;               // the last added round
  std::uint64_t count_ = 0;
  std::uint64_t stride_ = 1;
};

}  // namespace wayfront::host
