#include "auto/measured_graphs.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "auto/cost_models.hpp"

namespace wayfront::host {
namespace {

GraphFeatures road() {
  return {.vertices = 64000,
          .arcs = 176560,
          .min_weight = 1,
          .max_weight = 6613,
          .mean_weight = 1611,
          .sampled = true,
          .reached = 64000,
          .reached_arcs = 176560,
          .levels = 200,
          .growth = 1.9,
          .distance = 4.5,
          .skew = 1.5,
          .leaves = 0.13,
          .spread = 1.5};
}

TEST_CASE(
    "a graph like measured ones gets a factor from what was measured, another one only the caution for the unknown") {
  const double near = SimilarGraphs(road()).factor("dijkstra", CostFigure::solve, 1, 0.1);
  CHECK(near > 0.3);
  CHECK(near < 3);
  GraphFeatures odd = road();
  odd.vertices = 1e300;
  CHECK(SimilarGraphs(odd).factor("dijkstra", CostFigure::solve, 1, 0.1) == doctest::Approx(std::exp(0.05)));
  CHECK(SimilarGraphs(road()).factor("no-such-plugin", CostFigure::solve, 1, 0.1) == doctest::Approx(std::exp(0.05)));
}

TEST_CASE("the measurement with the nearest number of threads counts") {
  const SimilarGraphs here(road());
  const auto factor = [&](unsigned threads) { return here.factor("delta-stepping", CostFigure::solve, threads, 0.1); };
  CHECK(factor(16) == factor(64));
  CHECK(factor(2) == factor(3));
  CHECK(factor(1) != factor(16));
}

TEST_CASE("signs are far apart, so that graphs with negative arcs are compared with such graphs only") {
  GraphFeatures negative = road();
  negative.min_weight = -5;
  const GraphPlace a = place_of(road()), b = place_of(negative);
  double squares = 0;
  for (std::size_t i = 0; i < a.size(); ++i) squares += (a[i] - b[i]) * (a[i] - b[i]);
  CHECK(std::exp(-squares / 2) < 1e-9);
}

}  // namespace
}  // namespace wayfront::host
