// Whether options that a search has found replace the defaults: two batches of new pairs must find them faster, and a
// longer preparation must pay.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compare/comparison.hpp"

namespace wayfront::host {

/// Options have to gain as much: less is worth no options, and is what two processes of one program may differ by.
inline constexpr double min_gain = 1.03;

/// Values that fall into two groups far apart, as where a process is fast or slow for as long as it lives.
struct TwoGroups {
  double low, high;  // the median of each
  std::size_t lows;  // in the lower group
};

/// Nothing if they are one group: in two, each has two values at least, and the groups are farther apart than each is
/// wide, and by more than 1.2.
std::optional<TwoGroups> two_groups(std::vector<double> ratios);

/// Whether a batch of pairs finds a trial faster than the defaults, and by min_gain. `apart`: times are of two processes.
bool wins(std::span<const double> batch, bool apart);

/// Pairs of a trial with the defaults.
struct TrialPairs {
  std::vector<double> earlier;               // of the search, each from a process of its own
  std::vector<std::vector<double>> batches;  // each from newly drawn sources
};

/// Why the trial does not replace the defaults, or nothing: it has to win in two batches, and no group of its pairs may
/// be slower than the defaults.
std::optional<std::string> why_not_confirmed(const TrialPairs& pairs, bool apart);

/// What options change beside the defaults, in seconds.
struct Preparation {
  double seconds = 0, of_defaults = 0;
  double saved = 0;  // by each source

  /// From how many sources on a longer preparation pays: 0 if it is not longer, nothing if no number is enough.
  std::optional<std::uint64_t> pays_from() const;
  bool pays(std::uint64_t sources) const;
};

/// "preparing takes 2.0 s instead of 1.0 s, which pays from 500 sources on".
std::string text_of(const Preparation& preparation);

}  // namespace wayfront::host
