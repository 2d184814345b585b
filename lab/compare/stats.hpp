// Statistics of samples.
#pragma once

#include <span>
#include <vector>

namespace wayfront::host {

/// Quantile q in 0 .. 1 of `values`, linear between neighbours (Hyndman and Fan's type 7); NaN without values.
double quantile(std::vector<double> values, double q);

struct Spread {
  double min, first_quartile, median, third_quartile, max, mean;
};
/// All NaN for no values.
Spread spread(std::span<const double> values);

/// n / sum(1 / value): the mean of rates over equal work (Graph500). NaN without values.
double harmonic_mean(std::span<const double> values);

}  // namespace wayfront::host
