#include "compare/stats.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace wayfront::host {

TEST_CASE("quantiles are linear between neighbours") {
  const std::vector<double> values = {4, 1, 3, 2};
  CHECK(quantile(values, 0) == 1);
  CHECK(quantile(values, 0.5) == 2.5);
  CHECK(quantile(values, 0.25) == 1.75);
  CHECK(quantile(values, 1) == 4);
  CHECK(quantile({7}, 0.9) == 7);
  CHECK(std::isnan(quantile({}, 0.5)));
}

TEST_CASE("spread and harmonic mean") {
  const std::vector<double> values = {1, 2, 6};
  CHECK(spread(values).mean == 3);
  CHECK(spread(values).min == 1);
  CHECK(spread(values).max == 6);
  CHECK(std::isnan(spread({}).median));
  CHECK(harmonic_mean(values) == doctest::Approx(1.8));
  CHECK(std::isnan(harmonic_mean({})));
}

}  // namespace wayfront::host
