// How far the cost models were off on graphs that were measured, and what follows for a graph like them: each expected
// time is corrected by what was found on the most similar ones.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "auto/graph_features.hpp"

namespace wayfront::host {

/// What was measured of a plugin.
enum class CostFigure : std::uint8_t {
  solve,          // of one source
  batch,          // of one source among 16 in a call
  large_batch,    // among 64
  prepare,        // once
  prepare_batch,  // once, for instances that solve the sources of a call at the same time
};

/// Where a graph lies among others: coordinates scaled so that a distance of 1 is that of graphs which differ in a way
/// that matters.
using GraphPlace = std::array<double, 14>;
GraphPlace place_of(const GraphFeatures& graph);

/// The measured graphs near one.
class SimilarGraphs {
 public:
  explicit SimilarGraphs(const GraphFeatures& graph);

  /// By which to multiply what the cost model says. Where similar graphs disagree, it is larger: a plugin whose time is
  /// uncertain needs a lead. Of the numbers of threads that were measured, the one nearest to `threads` counts. `usual_error`:
  /// see CostModel.
  double factor(std::string_view plugin, CostFigure figure, unsigned threads, double usual_error) const;

 private:
  struct Near {
    std::size_t graph;  // of those measured
    double weight;
  };
  std::vector<Near> near_;
};

}  // namespace wayfront::host
