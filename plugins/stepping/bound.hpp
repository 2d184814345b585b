// The bound: how far along a sorted row a scan goes.
//
// On graphs of long rows most arcs lead nowhere: nearly all vertices lie within a narrow band of distances, and an arc
// that leads past the band cannot matter to them. So once the search is well under way, arcs that lead beyond a
// bound are not looked at. When all vertices within the bound are settled, the few that are not yet within it look at
// their arcs in ("pull"), which covers every arc that was left out, and the search goes on from them without a bound.
// If they turn out to be many, the rows are scanned to their ends instead: a bad bound costs a little, never an answer.
//
// Where the bound should lie is measured once per graph: a trial search from the vertex of the highest degree tells for
// each bound how many arcs it would leave. The band begins later from a source farther off, so what is kept is the
// distance from where the search had settled its first vertices (`begun_share`) to the bound.
//
// The idea of pushing short arcs and pulling the rest: V. T. Chakaravarthy et al., Scalable single source shortest path
// algorithms for massively parallel systems, IEEE TPDS 28 (2017), who decide it bucket by bucket.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "packed_graph.hpp"
#include "wayfront/distance.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::stepping {

struct Bound {
  std::uint64_t after = 0;  // entries to be scanned before there is a bound; 0: never
  double reach = 0;         // from the first distance that has not been scanned then
};

/// The shares of arcs below which a bound is worth the trouble, and above which a pull is not.
inline constexpr double worthwhile = 0.6;
inline constexpr double max_pulled = 0.25;

/// From the `distances` of a trial search.
template <WeightType W, OffsetType O>
Bound best_bound(const PackedGraph<W, O>& graph, const CscView<W, O>& in, const std::vector<Magnitude<W>>& distances) {
  using D = Magnitude<W>;
  constexpr std::size_t steps = 512;
  constexpr O max_samples = O{1} << 21;  // arcs
  constexpr double begun_share = 8000;
  constexpr double within = 1.1;  // of the least cost; later bounds are safer
  double farthest = 0;
  for (const D distance : distances)
    if (distance < D(unreached<W>)) farthest = std::max(farthest, static_cast<double>(distance));
  if (!(farthest > 0)) return {};
  const auto step_of = [&](double distance) {
    return static_cast<std::size_t>(std::min(distance / farthest, 1.0) * (steps - 1)) + 1;
  };

  // What happens with a bound at the end of each step: arcs that lead within it; vertices within it, and their arcs.
  std::array<double, steps + 1> pushed{}, vertices{}, leaving{};
  const auto stride = static_cast<Vertex>(std::max<O>(graph.edges / max_samples, 1));
  double all = 0, beyond = 0;
  for (Vertex u = 0; u < graph.vertices; u += stride) {
    const D from = distances[u];
    const double degree = static_cast<double>(graph.offsets[u + 1] - graph.offsets[u]);
    if (from >= D(unreached<W>)) {
      beyond += static_cast<double>(in.degree(u));
      continue;
    }
    const std::size_t step = step_of(static_cast<double>(from));
    all += degree;
    vertices[step] += 1;
    leaving[step] += degree + static_cast<double>(in.degree(u));
    for (O arc = graph.offsets[u]; arc < graph.offsets[u + 1]; ++arc) {
      const double to = static_cast<double>(from) + static_cast<double>(graph.arcs[arc].weight);
      if (to <= farthest) pushed[step_of(to)] += 1;
    }
    beyond += degree + static_cast<double>(in.degree(u));
  }

  std::array<double, steps + 1> cost{};
  double settled = 0, reached = 0;
  std::size_t begun = 0;
  for (const double count : vertices) reached += count;
  for (std::size_t step = 1; step <= steps; ++step) {
    pushed[step] += pushed[step - 1];
    beyond -= leaving[step];
    cost[step] = pushed[step] + beyond;
    settled += vertices[step];
    if (begun == 0 && settled * begun_share >= reached) begun = step;
  }
  const double min = *std::min_element(cost.begin() + 1, cost.end());
  if (min > worthwhile * all) return {};
  std::size_t best = steps;
  while (cost[best] > within * min) --best;
  if (best <= begun) return {};
  return {.after = static_cast<std::uint64_t>(reached * stride / begun_share) + 64,
          .reach = static_cast<double>(best - begun) * farthest / (steps - 1)};
}

}  // namespace wayfront::stepping
