// Whether options that a search has found are faster than the defaults: what two batches of new pairs say.
#pragma once

#include <cstddef>
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

}  // namespace wayfront::host
