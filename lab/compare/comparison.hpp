// Whether one run is faster than another: the median ratio of paired times, its interval, and the verdict.
//
// Pairs have the same source and repeat and are measured shortly after one another, so that a drift of the machine
// cancels. The interval is a bootstrap of the median; it includes the lasting difference between two processes of one
// program. A difference within the margin counts as none: 2 %, more if the times scatter, up to 5 %.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.hpp"
#include "record/result.hpp"

namespace wayfront::host {

// Statistics of samples.

/// Quantile q in 0 .. 1 of `values`, linear between neighbours (Hyndman and Fan's type 7); NaN without values.
double quantile(std::vector<double> values, double q);

/// What `figure` says of each sample of `run`.
template <class Figure>
std::vector<double> of_samples(const RunResult& run, Figure figure) {
  std::vector<double> values;
  std::ranges::transform(run.samples, std::back_inserter(values), figure);
  return values;
}

struct Spread {
  double min, first_quartile, median, third_quartile, max, mean;
};
/// All NaN for no values.
Spread spread(std::span<const double> values);

/// n / sum(1 / value): the mean of rates over equal work (Graph500). NaN without values.
double harmonic_mean(std::span<const double> values);

struct Interval {
  double low, high;
};

/// The 95 % bootstrap interval of the median of `values`: NaN for fewer than two. The same values always give the same
/// interval.
Interval median_interval(std::span<const double> values);

enum class Verdict : std::uint8_t {
  none,     // no pairs
  faster,   // the whole interval is above 1, and the ratio exceeds the difference of the baseline from itself
  slower,   // the whole interval is below 1, likewise
  same,     // the whole interval is within the margin
  unclear,  // none of these, or fewer than `min_pairs`
};
template <>
inline constexpr auto enum_names<Verdict> = std::to_array<std::string_view>({"none", "faster", "slower", "same",
                                                                             "unclear"});
inline std::string_view name(Verdict verdict) { return name_of(verdict); }

constexpr std::size_t min_pairs = 5;

struct Comparison {
  Verdict verdict = Verdict::none;
  std::size_t pairs = 0;
  /// Median of the other's time / this one's: 2 is twice as fast; NaN without pairs.
  double ratio = std::numeric_limits<double>::quiet_NaN();
  Interval interval = {ratio, ratio};
  double margin = ratio;  // 0.02 is 2 %
};

/// `ratios` > 0, one per pair. `apart`: the times are of two processes. `control` is the comparison of the baseline
/// with itself, if there is one.
Comparison compare(std::span<const double> ratios, bool apart, const Comparison* control = nullptr);

/// In a case that was disturbed a smaller difference counts as none.
inline constexpr double rough_margin = 0.5;
/// The verdict of such a case: faster or slower where the whole interval is beyond that margin, and beyond the
/// difference of the baseline from itself; else unclear.
Verdict rough_verdict(const Comparison& it, const Comparison* control);
/// "slower, about 3 times" of such a verdict; its name, if it says no more.
std::string rough_verdict_text(const Comparison& it);

/// The times of `reference` / those of `run`, by source and repeat, in the order of `run`. Times of 0, which no clock
/// should return, and of different answers are left out.
std::vector<double> paired_ratios(const RunResult& reference, const RunResult& run);

}  // namespace wayfront::host
