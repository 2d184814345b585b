// How fast a search is expected to grow.
#pragma once

#include <cmath>
#include <span>

#include "wayfront/graph.hpp"

namespace wayfront::push_pull {

/// The rate r with which the number of vertices within distance t grows as e^(r t), if arcs led to vertices at random:
/// the Malthusian parameter of a branching process (P. Jagers, 1975; for distances in random graphs S. Bhamidi, R. van der
/// Hofstad, G. Hooghiemstra, Annals of Applied Probability 20, 2010), with next * mean(e^(-r w)) = 1. `next` is the mean
/// number of arcs out of an arc's target, `weights` are a sample. 0 where the search would not grow.
template <WeightType W>
double growth_rate(double next, std::span<const W> weights) {
  if (weights.empty() || !(next > 1)) return 0;
  double mean = 0;
  for (const W weight : weights) mean += static_cast<double>(weight) / static_cast<double>(weights.size());
  if (!(mean > 0)) return 0;
  const auto children = [&](double rate) {
    double sum = 0;
    for (const W weight : weights) sum += std::exp(-rate * static_cast<double>(weight));
    return next * sum / static_cast<double>(weights.size());
  };
  double low = 0, high = 1 / mean;
  for (int i = 0; i < 200 && children(high) > 1; ++i) high *= 2;  // not where many weights are 0
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (children(middle) > 1 ? low : high) = middle;
  }
  return high;
}

}  // namespace wayfront::push_pull
