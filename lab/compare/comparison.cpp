#include "compare/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "base/random_bits.hpp"

namespace wayfront::host {

double quantile(std::vector<double> values, double q) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::ranges::sort(values);
  const double place = q * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return std::lerp(values[below], values[above], place - static_cast<double>(below));
}

Spread spread(std::span<const double> values) {
  const std::vector<double> copy(values.begin(), values.end());
  const double mean = std::accumulate(copy.begin(), copy.end(), 0.0) / static_cast<double>(copy.size());
  return {quantile(copy, 0), quantile(copy, 0.25), quantile(copy, 0.5), quantile(copy, 0.75), quantile(copy, 1), mean};
}

double harmonic_mean(std::span<const double> values) {
  double inverses = 0;
  for (const double value : values) inverses += 1 / value;
  return values.empty() ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(values.size()) / inverses;
}

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

constexpr double min_margin = 0.02, max_margin = 0.05;
/// The margin in half widths of the interval. A half width is 1.96 standard errors. The medians of two equal runs
/// nearly always lie within 1.5 half widths, 2.9 standard errors, of each other: together with their interval, within
/// 2.5.
constexpr double margin_in_half_widths = 2.5;
/// Standard deviation of the logarithm of the ratio between two processes of one program, whose memory lies at
/// different addresses (T. Mytkowicz et al., Producing wrong data without doing anything obviously wrong, ASPLOS,
/// 2009). No number of samples averages it out. Measured: docs/compare.md.
constexpr double between_processes = 0.007;

}  // namespace

Interval median_interval(std::span<const double> values) {
  const std::size_t n = values.size();
  if (n < 2) return {not_a_number, not_a_number};
  std::vector<double> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  constexpr std::size_t max_draws = 20'000'000;  // keeps thousands of samples within a tenth of a second
  const std::size_t resamples = std::clamp<std::size_t>(max_draws / n, 200, 2000);
  std::vector<double> medians;
  medians.reserve(resamples);
  std::vector<std::uint32_t> drawn(n);
  std::uint64_t number = 0;  // of the draw: the same numbers on every machine
  for (std::size_t i = 0; i < resamples; ++i) {
    std::ranges::fill(drawn, 0);
    for (std::size_t k = 0; k < n; ++k) ++drawn[scale(key_of_seed(++number), n)];
    // The elements of rank (n - 1) / 2 and n / 2 of the resample, whose mean is the median.
    const auto element = [&](std::size_t rank) {
      std::size_t at = 0;
      for (std::size_t seen = drawn[0]; seen <= rank; seen += drawn[at]) ++at;
      return sorted[at];
    };
    medians.push_back(std::midpoint(element((n - 1) / 2), element(n / 2)));
  }
  return {quantile(medians, 0.025), quantile(medians, 0.975)};
}

Comparison compare(std::span<const double> ratios, bool apart, const Comparison* control) {
  Comparison it;
  it.pairs = ratios.size();
  if (ratios.empty()) return it;
  // Logarithms, so that a ratio and its inverse are equally far from 1.
  std::vector<double> logs;
  for (const double ratio : ratios) logs.push_back(std::log(ratio));
  it.ratio = quantile({ratios.begin(), ratios.end()}, 0.5);
  const double middle = std::log(it.ratio);
  Interval interval = median_interval(logs);
  if (apart) {
    constexpr double half_width = 1.96 * between_processes;
    interval = {middle - std::hypot(middle - interval.low, half_width),
                middle + std::hypot(interval.high - middle, half_width)};
  }
  it.interval = {std::exp(interval.low), std::exp(interval.high)};

  double margin = margin_in_half_widths * (interval.high - interval.low) / 2;
  double self = 0;  // by how much the baseline differs from itself
  if (control != nullptr && control->pairs >= min_pairs) {
    self = std::max(std::abs(std::log(control->interval.low)), std::abs(std::log(control->interval.high)));
    margin = std::max(margin, self);
  }
  it.margin = std::clamp(std::expm1(margin), min_margin, max_margin);
  it.verdict = Verdict::unclear;
  if (ratios.size() < min_pairs || !std::isfinite(middle)) return it;
  const double same = std::log1p(it.margin);
  if (interval.low >= -same && interval.high <= same)
    it.verdict = Verdict::same;
  else if (interval.low > 0 && middle > self)
    it.verdict = Verdict::faster;
  else if (interval.high < 0 && -middle > self)
    it.verdict = Verdict::slower;
  return it;
}

Verdict rough_verdict(const Comparison& it, const Comparison* control) {
  if (it.pairs < min_pairs) return it.verdict == Verdict::none ? Verdict::none : Verdict::unclear;
  double least = 1 + rough_margin;
  if (control != nullptr && control->pairs >= min_pairs)
    least = std::max({least, control->interval.high, 1 / control->interval.low});
  if (it.interval.low > least) return Verdict::faster;
  return it.interval.high < 1 / least ? Verdict::slower : Verdict::unclear;
}

std::string rough_verdict_text(const Comparison& it) {
  if (it.verdict != Verdict::faster && it.verdict != Verdict::slower) return std::string(name(it.verdict));
  const double factor = it.verdict == Verdict::faster ? it.ratio : 1 / it.ratio;
  return fmt::format("{}, about {:.{}f} times", name(it.verdict), factor, factor < 2 ? 1 : 0);
}

std::vector<double> paired_ratios(const RunResult& reference, const RunResult& run) {
  std::map<std::pair<VertexId, unsigned>, const Sample*> others;
  for (const Sample& sample : reference.samples) others[{sample.source, sample.repeat}] = &sample;
  std::vector<double> ratios;
  for (const Sample& sample : run.samples) {
    const auto other = others.find({sample.source, sample.repeat});
    if (other == others.end() || !same_answer(*other->second, sample)) continue;
    if (other->second->solve > 0 && sample.solve > 0) ratios.push_back(other->second->solve / sample.solve);
  }
  return ratios;
}

}  // namespace wayfront::host
