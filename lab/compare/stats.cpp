#include "compare/stats.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

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

}  // namespace wayfront::host
