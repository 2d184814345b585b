// Means over graphs: geometric of speedups, harmonic of rates.
#pragma once

#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "compare/comparison.hpp"
#include "record/result.hpp"

namespace wayfront::host {

/// A run, known by its label, on several graphs.
struct Overall {
  std::string label;
  std::size_t graphs = 0;  // on which it was compared
  /// Geometric mean over graphs of the ratio to the baseline; several results of one graph count as one, with their
  /// mean.
  double speedup = 0;
  double teps = 0;  // harmonic mean over graphs
  std::array<std::size_t, 5> standings{};
  std::size_t count(Verdict verdict) const { return standings[static_cast<std::size_t>(verdict)]; }
};

/// The runs, never wrong, that were compared with a baseline of the same label on every graph, in order of first
/// occurrence; none if there are fewer than two graphs, or if their baselines have different labels. Without the results
/// of left_out().
std::vector<Overall> over_graphs(std::span<const Results> all);
/// The names of the results whose sources reach little (reach.hpp): means would mix them with full searches.
std::vector<std::string> left_out(std::span<const Results> all);

}  // namespace wayfront::host
