#include "auto/measured_graphs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>

#include "wayfront/graph.hpp"

namespace wayfront::host {
namespace {

struct CostColumn {
  std::string_view plugin;
  CostFigure figure;
  unsigned threads;
};

constexpr std::int16_t no = std::numeric_limits<std::int16_t>::min();  // was not measured

#include "auto/measured_graphs.inc"

static_assert(std::size(places) == std::size(measured));

using ColumnKey = std::tuple<std::string_view, CostFigure>;

/// The indices of `columns`, sorted by plugin and figure: a choice looks up some forty of them.
constexpr auto sorted_columns = [] {
  std::array<std::size_t, std::size(columns)> all{};
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::ranges::sort(all, {}, [](std::size_t i) { return std::tuple(columns[i].plugin, columns[i].figure, i); });
  return all;
}();

/// The column that was measured with the number of threads that is nearest, by factors.
std::optional<std::size_t> column_of(std::string_view plugin, CostFigure figure, unsigned threads) {
  const auto key = [](std::size_t i) { return ColumnKey(columns[i].plugin, columns[i].figure); };
  std::optional<std::size_t> best;
  double nearest = 0;
  for (const std::size_t i : std::ranges::equal_range(sorted_columns, ColumnKey(plugin, figure), {}, key)) {
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
  constexpr double max_squares = 32;  // beyond, a weight is below 1e-13 and changes no figure
  const GraphPlace here = place_of(graph);
  near_.reserve(std::size(places));
  for (std::size_t graph_index = 0; graph_index < std::size(places); ++graph_index) {
    const GraphPlace& there = places[graph_index];
    double squares = 0;
    for (std::size_t i = 0; i < here.size(); ++i) squares += (here[i] - there[i]) * (here[i] - there[i]);
    if (squares < max_squares) near_.push_back({graph_index, std::exp(-squares)});
  }
}

double SimilarGraphs::factor(std::string_view plugin, CostFigure figure, unsigned threads, double usual_error) const {
  constexpr double trust = 0.1;  // of the model itself, as if it had been right on so much of a similar graph
  constexpr double caution = 0.5;
  const std::optional<std::size_t> column = column_of(plugin, figure, threads);
  double weight = trust, sum = 0, squares = trust * usual_error;
  if (column)
    for (const Near& it : near_) {
      if (measured[it.graph][*column] == no) continue;
      const double off = measured[it.graph][*column] / 100.0;
      weight += it.weight;
      sum += it.weight * off;
      squares += it.weight * off * off;
    }
  const double mean = sum / weight;
  return std::exp(mean + caution * std::max(squares / weight - mean * mean, 0.0));
}

}  // namespace wayfront::host
