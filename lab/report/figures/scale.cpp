#include "report/figures/scale.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wayfront::host {

double Scale::operator()(double value) const {
  double share = 0;
  if (logarithmic_) {
    const double span = std::log(high_ / low_);
    if (value > 0) share = std::max(0.0, std::log(value / low_) / (span == 0 ? 1 : span));
  } else {
    share = (value - low_) / (high_ == low_ ? 1 : high_ - low_);
  }
  return from_ + share * (to_ - from_);
}

std::vector<double> Scale::linear_ticks(int count) const {
  const double rough = (high_ == low_ ? 1 : high_ - low_) / count;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double multiple : {1.0, 2.0, 2.5, 5.0, 10.0})
    if (multiple * power >= rough * 0.999) {
      step = multiple * power;
      break;
    }
  std::vector<double> all;
  for (double i = std::ceil(low_ / step - 1e-9); i * step <= high_ + step * 1e-9; ++i)
    all.push_back(i == 0 ? 0 : i * step);
  return all;
}

std::vector<double> Scale::ticks(int count) const {
  if (!logarithmic_) return linear_ticks(count);
  const double decades = std::log10(high_ / low_);
  static const std::vector<std::vector<double>> choices = {
      {1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9},
      {1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5, 6, 8},
      {1, 1.5, 2, 3, 5, 7},
      {1, 2, 5},
      {1, 3},
      {1}};
  for (const std::vector<double>& steps : choices) {
    std::vector<double> all;
    for (double power = std::floor(std::log10(low_)); power <= std::ceil(std::log10(high_)); ++power)
      for (const double step : steps)
        if (const double tick = step * std::pow(10, power); tick >= low_ * 0.9999 && tick <= high_ * 1.0001)
          all.push_back(tick);
    const std::size_t wanted = static_cast<std::size_t>(count) + 1;
    if (all.size() > wanted && steps.size() > 1) continue;
    if (all.size() < 2 && decades <= 0.5) continue;
    const std::size_t every = (all.size() + wanted - 1) / wanted;
    std::vector<double> kept;
    for (std::size_t i = 0; i < all.size(); i += std::max<std::size_t>(every, 1)) kept.push_back(all[i]);
    return kept;
  }
  return linear_ticks(count);
}

std::pair<double, double> ends_of(std::span<const double> values) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const double value : values) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  return low <= high ? std::pair{low, high} : std::pair{0.0, 1.0};
}

Scale fitting(std::span<const double> values, double from, double to, Fitting how) {
  std::vector<double> positive;
  std::ranges::copy_if(values, std::back_inserter(positive), [](double value) { return value > 0; });
  const auto [low, high] = ends_of(positive);
  if (low > 0 && high / low > how.factor) return Scale::logarithmic(low / 1.15, high * 1.15, from, to);
  if (!how.zero) {
    const double margin = std::max((high - low) * 0.03, high * 0.002);  // also if all are equal
    return Scale::linear(low - margin, high + margin, from, to);
  }
  return Scale::linear(0, high > 0 ? high * 1.04 : 1, from, to);
}

}  // namespace wayfront::host
