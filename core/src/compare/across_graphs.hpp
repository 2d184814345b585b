// Means over graphs: geometric of speedups, harmonic of rates.
#pragma once

#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "compare/comparison.hpp"
#include "results/result.hpp"

namespace wayfront::host {

/// A run, known by its label, on several graphs.
struct Overall {
  std::string label;
  std::size_t graphs = 0;  // that it was compared on
  /// Geometric mean over graphs of the ratio to the baseline; several results of one graph count as one, by their mean.
  double speedup = 0;
  double teps = 0;  // harmonic mean over graphs
  std::array<std::size_t, 5> standings{};
  std::size_t count(Standing standing) const { return standings[static_cast<std::size_t>(standing)]; }
};

/// The runs that were compared with a baseline of the same label on every graph, in the order in which they first come;
/// none where there are fewer than two graphs, or where their baselines have different labels. Without the results of
/// left_out().
std::vector<Overall> over_graphs(std::span<const Results> all);
/// The names of those results whose sources reach little (reach.hpp): means would mix them with searches.
std::vector<std::string> left_out(std::span<const Results> all);

}  // namespace wayfront::host
