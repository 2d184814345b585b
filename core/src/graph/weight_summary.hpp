// Smallest, largest and mean weight of a graph. The mean is the same for any number of threads: sums of blocks of fixed
// size, added in their order.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "graph/rows_view.hpp"
#include "graph/weight_kind.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host {

/// All 0 where there are no arcs.
struct WeightSummary {
  double min = 0;
  double max = 0;
  double mean = 0;

  bool operator==(const WeightSummary&) const = default;
};

inline WeightSummary weights_of(const GraphInfo& info) { return {info.min_weight, info.max_weight, info.mean_weight}; }

inline constexpr std::uint64_t weight_block = std::uint64_t{1} << 16;

/// Of one block. Integers: exact, then rounded.
template <WeightType W>
double sum_of_block(const W* data, std::uint64_t count) {
  if constexpr (std::is_floating_point_v<W>) {
    std::array<double, 8> lanes{};  // so that additions do not wait for one another
    const std::uint64_t whole = count / lanes.size() * lanes.size();
    for (std::uint64_t i = 0; i < whole; i += lanes.size())
      for (std::size_t lane = 0; lane < lanes.size(); ++lane) lanes[lane] += static_cast<double>(data[i + lane]);
    double sum = 0;
    for (const double lane : lanes) sum += lane;
    for (std::uint64_t i = whole; i < count; ++i) sum += static_cast<double>(data[i]);
    return sum;
  } else {
    WideSum<W> sum = 0;
    for (std::uint64_t i = 0; i < count; ++i) sum += data[i];
    return static_cast<double>(sum);
  }
}

/// `sum`: of the blocks in their order. `count`: weights, at least one.
inline WeightSummary summary_of(double min, double max, double sum, std::uint64_t count) {
  return {min, max, std::clamp(sum / static_cast<double>(count), min, max)};  // rounding may pass the ends
}

inline WeightSummary summary_of(const AnyCsr& csr) {
  return visit_rows(csr, []<class W>(const RowsView<W>& view) -> WeightSummary {
    if (view.edges == 0) return {};
    const auto [min, max] = std::minmax_element(view.weights, view.weights + view.edges);
    double sum = 0;
    for (std::uint64_t first = 0; first < view.edges; first += weight_block)
      sum += sum_of_block(view.weights + first, std::min<std::uint64_t>(weight_block, view.edges - first));
    return summary_of(static_cast<double>(*min), static_cast<double>(*max), sum, view.edges);
  });
}

}  // namespace wayfront::host
