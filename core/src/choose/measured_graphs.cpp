#include "choose/measured_graphs.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <span>

#include "wayfront/graph.hpp"

namespace wayfront::host {
namespace {

struct CostColumn {
  std::string_view plugin;
  CostFigure figure;
  unsigned threads;
};

constexpr std::int16_t no = std::numeric_limits<std::int16_t>::min();  // was not measured

#include "choose/measured_graphs.inc"

static_assert(std::size(places) == std::size(measured));

/// The column that was measured with the number of threads that is nearest, by factors.
std::optional<std::size_t> column_of(std::string_view plugin, CostFigure figure, unsigned threads) {
  std::optional<std::size_t> best;
  double nearest = 0;
  for (std::size_t i = 0; i < std::size(columns); ++i) {
    if (columns[i].figure != figure || columns[i].plugin != plugin) continue;
    const double apart = std::abs(std::log2(static_cast<double>(columns[i].threads) / threads));
    if (best && apart >= nearest) continue;
    best = i;
    nearest = apart;
  }
  return best;
}

}  // namespace

GraphPlace place_of(const GraphFeatures& graph) {
  const double vertices = std::max(graph.vertices, 1.0), degree = std::max(graph.arcs, 1.0) / vertices;
  const bool is_float = is_floating(graph.weights), is_wide = weight_size(graph.weights) == 8;
  return {std::log2(vertices) / 2,
          1.2 * std::log2(degree + 0.5),
          std::log2(std::max(graph.levels, 1.0)) / 3,
          0.7 * std::log2(std::max(graph.growth, 1.0)),
          graph.scatter,
          0.25 * std::log2(std::max(graph.skew, 1.0)),
          0.5 * graph.spread,
          graph.max_weight == graph.min_weight ? 1.0 : 0.0,
          is_float ? 1.0 : 0.0,
          is_wide ? 0.5 : 0.0,
          1.5 * graph.leaves,
          0.1 * graph.distance,
          std::log2((graph.reached + 1) / (vertices + 1)) / 2,
          graph.min_weight < 0 ? 10.0 : 0.0};
}

SimilarGraphs::SimilarGraphs(const GraphFeatures& graph) {
  const GraphPlace here = place_of(graph);
  weights_.reserve(std::size(places));
  for (const auto& there : places) {
    double squares = 0;
    for (std::size_t i = 0; i < here.size(); ++i) squares += (here[i] - there[i]) * (here[i] - there[i]);
    weights_.push_back(std::exp(-squares / 2));
  }
}

double SimilarGraphs::factor(std::string_view plugin, CostFigure figure, unsigned threads) const {
  constexpr double trust = 0.3;        // of the model itself, as if it had been right on so much of a similar graph
  constexpr double usual_error = 0.1;  // the square of what a model is off by where nothing similar was measured
  constexpr double caution = 0.5;
  const std::optional<std::size_t> column = column_of(plugin, figure, threads);
  double weight = trust, sum = 0, squares = trust * usual_error;
  for (std::size_t i = 0; column && i < weights_.size(); ++i) {
    if (measured[i][*column] == no) continue;
    const double off = measured[i][*column] / 100.0;
    weight += weights_[i];
    sum += weights_[i] * off;
    squares += weights_[i] * off * off;
  }
  const double mean = sum / weight;
  return std::exp(mean + caution * std::max(squares / weight - mean * mean, 0.0));
}

}  // namespace wayfront::host
