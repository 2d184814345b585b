// The rounds of one solve as a plugin tells of them; of a long trace, evenly spread ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "wayfront/run.hpp"

namespace wayfront::host {

/// A round that is kept of a trace.
struct TracedRound : RoundRecord {
  std::uint64_t relaxed_so_far = 0;  // arcs up to its end, those of rounds that are left out included
};

struct TracedRounds {
  std::vector<TracedRound> kept;
  std::uint64_t count = 0;  // that the plugin told of; more than there are in `kept` where some are left out

  bool thinned() const { return count > kept.size(); }
};

class RoundTrace {
 public:
  /// Rounds that are kept. Beyond it every second one goes, then every second one of those, and so on; the first and
  /// the last always stay.
  static constexpr std::size_t most = std::size_t{1} << 16;

  void clear();
  /// Throws std::bad_alloc.
  void add(const RoundRecord& record);
  TracedRounds rounds() const;

 private:
  void thin();

  std::vector<TracedRound> kept_;  // every stride_-th
  TracedRound last_;               // that was added
  std::uint64_t count_ = 0;
  std::uint64_t stride_ = 1;
};

}  // namespace wayfront::host
