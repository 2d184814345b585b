#include "graph/paths/path_bound.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <mutex>
#include <type_traits>

#include "graph/paths/central_bound.hpp"
#include "graph/rows_view.hpp"

namespace wayfront::host {
namespace {

constexpr Vertex vertices_between_checks = Vertex{1} << 14;

constexpr std::uint64_t arcs_between_checks = std::uint64_t{1} << 16;

/// The sum of all absolute weights.
template <WeightType W>
Int128 sum_of_arcs(const RowsView<W>& view, RunContext& context) {
  Int128 all = 0;
  std::mutex mutex;  // of all
  context.parallel_for(view.edges, arcs_between_checks, [&](std::uint64_t begin, std::uint64_t end) {
    context.throw_if_cancelled();
    WideSum<W> sum = 0;
    for (std::uint64_t e = begin; e < end; ++e) {
      const WideSum<W> weight = view.weights[e];
      sum += weight < 0 ? -weight : weight;
    }
    const std::scoped_lock lock(mutex);
    all += sum;
  });
  return all;
}

struct HeaviestArcs {
  Int128 sum = 0;
  bool negative = false;  // whether any weight is
};

template <WeightType W>
HeaviestArcs heaviest_arcs(const RowsView<W>& view, RunContext& context) {
  HeaviestArcs all;
  std::mutex mutex;  // of all
  context.parallel_for(view.vertices, vertices_between_checks, [&](std::uint64_t begin, std::uint64_t end) {
    context.throw_if_cancelled();
    WideSum<W> sum = 0;
    W lowest = 0;
    for (auto u = static_cast<Vertex>(begin); u < end; ++u) {
      W min = 0, max = 0;
      for (std::uint64_t e = view.begin(u); e < view.end(u); ++e) {
        min = std::min(min, view.weights[e]);
        max = std::max(max, view.weights[e]);
      }
      sum += std::max(WideSum<W>{max}, -WideSum<W>{min});
      lowest = std::min(lowest, min);
    }
    const std::scoped_lock lock(mutex);
    all.sum += sum;
    all.negative = all.negative || lowest < 0;
  });
  return all;
}

}  // namespace

Int128 path_bound(const AnyCsr& csr, Int128 enough, bool symmetric, RunContext& context) {
  return visit_rows(csr, [&]<class W>(const RowsView<W>& view) -> Int128 {
    if constexpr (std::is_floating_point_v<W>) {
      throw Unsupported("path_bound is for integer weights");
    } else {
      if (const Int128 sum = sum_of_arcs(view, context); sum <= enough) return sum;
      const HeaviestArcs heaviest = heaviest_arcs(view, context);
      const bool is_small = heaviest.sum < std::numeric_limits<std::int64_t>::max();
      if (heaviest.sum <= enough || heaviest.negative || !is_small) return heaviest.sum;
      return std::min(heaviest.sum, CentralBound<W>(csr, symmetric, context).find());
    }
  });
}

}  // namespace wayfront::host
