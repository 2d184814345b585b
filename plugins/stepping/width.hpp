// The width of buckets where the user gives none.
//
// Narrow buckets scan few vertices twice; wide ones have few barriers and something to fetch ahead. What decides is how
// many arcs of a vertex end in its own bucket, and those are its lightest: a vertex with d arcs has about one among the
// lightest d-th part of all weights. So the width is a small multiple of that quantile. It needs no assumption about
// the weights: not their range, which one long road or a long tail decides, nor their mean, which the tail decides too.
// d is the degree of a vertex as an arc meets it, because that is how scans meet vertices: on power-law graphs most
// arcs belong to hubs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "wayfront/graph.hpp"

namespace wayfront::stepping {

struct Profile {
  double degree = 0;  // of the vertex that a random arc leaves
  double light = 0;   // the heaviest of the lightest `degree`-th part of the weights above 0; 0 where there is none
  double near = 0;    // share of arcs to vertices with near numbers: 0.99 on maps and grids, 0.12 on random graphs
  bool tree = false;  // probably: fewer than two arcs a vertex, and no hubs
};

template <WeightType W, OffsetType O>
double share_of_near_arcs(const CsrView<W, O>& graph) {
  constexpr std::uint64_t samples = 1U << 10;
  double near = 0, all = 0;
  for (std::uint64_t i = 0; i < samples; ++i) {
    const auto u = static_cast<Vertex>(graph.vertices * i / samples);
    if (graph.degree(u) == 0) continue;
    const std::int64_t v = graph.targets[graph.begin(u) + static_cast<O>(i % graph.degree(u))];
    all += 1;
    near += std::abs(v - std::int64_t{u}) < graph.vertices / 16 ? 1 : 0;
  }
  return near / std::max(all, 1.0);
}

template <WeightType W, OffsetType O>
Profile profile(const CsrView<W, O>& graph) {
  constexpr std::uint64_t max_samples = 1U << 14;
  if (graph.edges == 0) return {};
  double squares = 0;
  for (Vertex u = 0; u < graph.vertices; ++u) {
    const auto degree = static_cast<double>(graph.degree(u));
    squares += degree * degree;
  }
  Profile profile{.degree = squares / static_cast<double>(graph.edges), .near = share_of_near_arcs(graph)};
  profile.tree = graph.edges < 2 * std::uint64_t{graph.vertices} && profile.degree < 4;
  std::vector<W> weights;
  const std::uint64_t samples = std::min<std::uint64_t>(graph.edges, max_samples);
  for (std::uint64_t i = 0; i < samples; ++i) {
    const W weight = graph.weights[graph.edges * i / samples];
    if (weight > W{0}) weights.push_back(weight);
  }
  if (weights.empty()) return profile;
  const auto place =
      weights.begin() + static_cast<std::ptrdiff_t>(static_cast<double>(weights.size() - 1) / profile.degree);
  std::nth_element(weights.begin(), place, weights.end());
  profile.light = static_cast<double>(*place);
  return profile;
}

/// Above 0. `multiple`: of the quantile.
inline double chosen_width(const Profile& profile, double multiple) {
  return profile.light > 0 ? multiple * profile.light : 1.0;
}

}  // namespace wayfront::stepping
