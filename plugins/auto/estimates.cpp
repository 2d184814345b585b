#include "estimates.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace wayfront::chooser {
namespace {

constexpr double us = 1e3, ms = 1e6;  // in nanoseconds
constexpr double kernels = 16 * ms;   // to load those of a plugin onto the device
constexpr double others = 0.06 * ms;  // to start another thread

/// What the rules are made of.
struct Figures {
  double all, arcs;           // the graph's vertices and arcs
  double reached, looked_at;  // vertices that a search reaches, and their arcs
  double levels;
  double misses;                      // arcs whose end is in no cache, by how much larger than one the distances are
  double cut;                         // of separators: vertices^1.25, by what the mean degree is above that of a path
  bool sparse, thin, near, negative;  // thin: no triangulation, which is just sparse; near: where arcs lead
  bool fractional;                    // weights are, so that sums are rounded
  bool flat;                          // a search is as deep as that of a map, or of a narrower graph
  bool star;                          // most arcs are those of a hub, or of a few
  bool tree;                          // both ways: each vertex is improved once, in whatever order
  bool ordered;                       // ids of parents are smaller than those of their children
  bool cliques;                       // many vertices lie in one with their neighbours: separators are small
  bool few;                           // sources
  bool even;     // all weights are the same, so that queues are as they are for breadth-first searches
  bool hubs;     // a row of 256 arcs or more was seen
  bool reduced;  // only sums of rows are wanted
  bool packed;   // a vertex and a weight, which is an integer, share 32 bits
};

// Of delta-stepping and its relatives.
constexpr Gain preparing = {0.8, 5}, of_bounds = {0.65, 1.6}, elsewhere = {0.55, 20};

Cost stepping(const Figures& f, double slower) {
  const Gain on_maps = {f.near ? 0.7 : 0.55, std::clamp(3e-6 * f.arcs, 2.3, 6.0)};
  Cost cost{300 * us + 6 * f.arcs, 1.3 * f.looked_at, preparing, on_maps, 1, others};
  if (f.star) return cost;
  if (f.sparse) {
    const double scan = f.tree ? 4 : f.thin ? 6 : 7.5;  // of an arc; some are scanned again
    cost.solve = scan * f.looked_at + 2 * f.misses + 60 * f.levels;
  } else {
    cost.solve = f.few ? 40 * f.reached + 4.5 * f.looked_at + 4.5 * f.misses + 100 * f.levels
                       : 28 * f.reached + (f.flat ? 2 : 1.1) * f.looked_at + 1.5 * f.misses + 100 * f.levels;
    cost.solve_gain = elsewhere;
    cost.meetings = 20 * us * f.levels;
    // From the ninth source on scans are bounded, which has to be prepared. Where searches are deep that spares nothing.
    if (!f.few) {
      cost.prepare = ms + 35 * f.arcs;
      cost.prepare_gain = of_bounds;
    }
  }
  cost.solve *= slower * (f.even ? 0.7 : 1);
  return cost;
}

/// Of a plugin that finds its widths by solves, on graphs that are not small.
Cost trying(const Figures& f, Cost cost) {
  if (f.arcs >= 1 << 18) cost.prepare += 5 * ms + 10 * cost.solve;
  return cost;
}

std::optional<Cost> on_processors(std::string_view plugin, const Figures& f) {
  if (plugin == "bellman-ford" && f.tree && (f.ordered || f.star)) return Cost{6 * f.all, 2 * us + 4 * f.looked_at};
  if (f.negative) {
    const double relaxing = 40 * f.reached + 8 * f.looked_at;
    if (plugin == "bellman-ford-tarjan") return Cost{8 * f.all, 4 * us + (f.flat ? 1 : 1.8) * relaxing};
    const double rounds = f.flat ? 5 : f.star ? 0.6 : 1.8;
    if (plugin == "cpu-bellman-ford") return Cost{8 * f.all, 200 * us + rounds * relaxing, {}, {0.3, 4}};
    const double mending = f.fractional ? 3 : 1;  // rounded sums
    if (plugin == "johnson")
      return Cost{100 * us + 30 * f.all + 30 * f.arcs + 40 * f.misses,
                  mending * (6 * us + 25 * f.reached + 3.5 * f.looked_at)};
    return std::nullopt;
  }
  if (plugin == "dijkstra") {
    const double solve = f.star     ? 9 * f.looked_at
                         : f.sparse ? (f.thin ? 9.5 : 7.5) * f.looked_at + 2.5 * f.misses
                                    : 35 * f.reached + 1.3 * f.looked_at + 1.7 * f.misses;
    return Cost{us, (!f.even ? 1 : f.sparse ? 0.5 : 0.65) * solve};
  }
  if (plugin == "delta-stepping") return stepping(f, 1);
  if (plugin == "rho-stepping") return stepping(f, 1.1);
  if (plugin != "separator-sweep" || f.fractional) return std::nullopt;
  const double fold = f.reduced ? 4 : 0;  // to sum up a row
  if (f.star) return Cost{ms + 200 * f.all, 4 * us + (1.6 + fold) * f.all, {}, {0.4, 4}, 0.36};
  if (f.few && !f.flat) return std::nullopt;
  if (f.cliques) return Cost{ms + (f.hubs ? 750 : 350) * f.arcs, 4 * us + 4 * f.all, {0.6, 1.2}, {0.4, 4}, 0.4};
  if (f.flat)
    return Cost{ms + 100 * f.all + 115 * f.cut, 4 * us + (1.2 + fold) * f.all + 0.2 * f.cut, {0.7, 1.5}, {0.4, 4}, 0.3};
  // It refuses, after a look at the graph, unless small separators are there all the same.
  return Cost{ms + 1200 * f.all, 80 * f.reached + 2 * f.looked_at, {}, {1, 64}, 1, 0, 0, /*sure:*/ false};
}

/// The copy of the graph, launches of kernels, and rounds.
std::optional<Cost> on_devices(std::string_view plugin, const Figures& f) {
  if (f.negative) {
    if (plugin == "hbf") return Cost{kernels + 8 * f.all + f.arcs, 100 * us + 0.1 * f.looked_at + 13 * us * f.levels};
    if (plugin == "edge-bellman-ford")
      return Cost{kernels + f.arcs, 60 * us + 6 * us * f.levels + 0.02 * f.levels * f.looked_at};
    return std::nullopt;
  }
  if (plugin == "near-far") {
    Cost cost{kernels + 7 * ms + 4 * f.all + 0.7 * f.arcs,
              150 * us + 0.01 * f.looked_at + 3 * us * f.levels + 0.2 * f.all};
    if (f.sparse)
      cost = {kernels + 7 * ms + 30 * f.all, 70 * us + (f.flat ? 0.4 : 0.12) * f.looked_at + 1.4 * us * f.levels};
    if (f.flat && f.thin)  // searches that are deep and narrow
      cost.together = std::min(1.0, 0.02 + (8 * us + (f.reduced ? 0 : 0.3) * f.all) / cost.solve);
    return trying(f, cost);
  }
  if (plugin == "push-pull") {
    Cost cost{kernels + 20 * f.all + f.arcs, 150 * us + 8 * us * f.levels + 0.1 * f.all};
    cost.together = f.packed ? std::min(1.0, 0.04 + 0.5 * f.all / cost.solve) : 0.85;
    return trying(f, cost);
  }
  if (plugin == "adds")
    return f.sparse ? Cost{kernels + 20 * f.all, 85 * us + 0.4 * f.all + 0.13 * f.looked_at + 3.5 * us * f.levels}
                    : Cost{kernels + 5 * f.all + 0.7 * f.arcs,
                           120 * us + 0.8 * f.all + 0.03 * f.looked_at + 2.3 * us * f.levels};
  if (plugin == "separator-sweep-cuda" && (f.flat || f.star) && !f.fractional)
    return Cost{kernels + 250 * f.all + 90 * f.cut, 24 * us + 0.4 * f.all, {}, {}, 0.5};
  return std::nullopt;
}

/// The plugins of this project. Those without a rule are for comparisons, teaching or other machines: others are faster.
constexpr std::string_view shipped =
    " adds advance-filter bellman-ford bellman-ford-tarjan bmssp boost-bellman-ford boost-dijkstra cpu-bellman-ford "
    "crauser crauser-cpu delta-stepping dijkstra edge-bellman-ford external hbf igraph johnson lemon-bellman-ford "
    "lemon-dijkstra lonestar-bf near-far near-far-lesson pbgl push-pull rho-stepping separator-sweep "
    "separator-sweep-cuda stepping-bellman-ford ";

Figures figures_of(const GraphFigures& graph, const ChoiceQuestion& question, std::uint64_t sources) {
  // Of a map with n vertices a search is about n^(1/2) levels deep; of a cube, n^(1/3).
  constexpr double cache = 1 << 20, mean_degree_of_sparse = 6, dimensions_of_maps = 2.6, hub = 256;
  const bool tree = graph.arcs < 2 * graph.vertices && graph.arcs > 1.98 * graph.vertices;
  const GraphInfo& info = question.graph.info();
  const double bytes = graph.vertices * static_cast<double>(weight_size(info.weights));
  return {
      .all = graph.vertices,
      .arcs = graph.arcs,
      .reached = graph.reached,
      .looked_at = graph.reached_arcs,
      .levels = graph.levels,
      .misses = graph.reached_arcs * graph.scatter * std::log2(1 + bytes / cache),
      .cut = std::pow(graph.vertices, 1.25) * std::max(0.0, graph.degree() - 2),
      .sparse = graph.degree() < mean_degree_of_sparse,
      .thin = graph.degree() < 5.5,
      .near = graph.scatter < 0.3,
      .negative = (info.min_weight < 0),
      .fractional = !graph.whole,
      .flat = (std::pow(graph.levels, dimensions_of_maps) > graph.vertices) && graph.hub < hub,
      .star = (tree && graph.levels < 16) || (graph.degree() < mean_degree_of_sparse && 4 * graph.hub > graph.vertices),
      .tree = tree,
      .ordered = (graph.ascending > 0.9),
      .cliques = graph.simplicial > 0.3 && (graph.hub < hub || graph.degree() < 10),  // else a dense core remains
      .few = sources < 9,
      .even = (info.mean_weight <= info.min_weight),
      .hubs = graph.hub >= hub,
      .reduced = question.more.reduce,
      .packed = info.weights == WeightKind::int32 && graph.vertices * (info.max_weight + 1) < 4e9};
}

}  // namespace

std::optional<Cost> cost_of(std::string_view plugin, const GraphFigures& graph, const ChoiceQuestion& question,
                            std::uint64_t sources) {
  const Figures figures = figures_of(graph, question, sources);
  const auto cost = on_processors(plugin, figures);
  return cost ? cost : on_devices(plugin, figures);
}

bool is_known(std::string_view plugin) { return shipped.find(" " + std::string(plugin) + " ") != shipped.npos; }

}  // namespace wayfront::chooser
