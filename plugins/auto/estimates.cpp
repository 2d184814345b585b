#include "estimates.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace wayfront::chooser {
namespace {

constexpr double us = 1e3, ms = 1e6;  // in nanoseconds
constexpr double kernels = 16 * ms;   // until those of a plugin are on the device
constexpr double thread = 0.12 * ms;

/// What the rules are made of.
struct Figures {
  double all, arcs;           // the graph's vertices and arcs
  double reached, looked_at;  // vertices that a search reaches, and their arcs
  double levels;
  double misses;                // arcs whose end is in no cache, by how much larger than one the distances are
  double cut;                   // of separators: vertices^1.5, by what the mean degree is above that of a path
  bool sparse, thin, negative;  // thin: no triangulation, which is just sparse
  bool fractional;              // weights are, so that sums are rounded
  bool flat;                    // a search is as deep as that of a map, or of a narrower graph
  bool star;                    // most arcs are those of a hub, or of a few
  bool tree;                    // both ways: each vertex is improved once, in whatever order
  bool ordered;                 // ids of parents are smaller than those of their children
  bool cliques;                 // the arcs of many vertices lie in one of them, so separators are small
  bool few;                     // sources
};

struct Rule {
  std::string_view plugin;
  bool (*suits)(const Figures&);
  Cost (*cost)(const Figures&);
};

bool not_negative(const Figures& f) { return !f.negative; }
bool negative(const Figures& f) { return f.negative; }
bool not_negative_whole(const Figures& f) { return !f.negative && !f.fractional && (f.flat || f.star || !f.few); }
bool map(const Figures& f) { return !f.negative && (f.flat || f.star) && !f.fractional; }
bool is_ordered_tree(const Figures& f) { return f.tree && f.ordered; }

// Of delta-stepping and its relatives. On maps more threads gain little, elsewhere two gain nothing.
constexpr Gain preparing = {0.65, 4}, of_bounds = {0.65, 1.6}, on_maps = {0.65, 2.2}, elsewhere = {0.37, 20};

Cost stepping(const Figures& f) {
  Cost cost{300 * us + 8 * f.arcs, 1.3 * f.looked_at, preparing, on_maps, 1, thread};
  if (f.star) return cost;
  if (f.sparse) {
    const double scan = f.tree ? 5 : f.thin ? 10 : 11;  // of an arc; some are scanned again
    cost.solve = scan * f.looked_at + 3 * f.misses + 60 * f.levels;
    return cost;
  }
  // From the ninth source on scans are bounded, which has to be prepared. Where searches are deep that spares nothing.
  if (!f.few) {
    cost.prepare = ms + 35 * f.arcs;
    cost.prepare_gain = of_bounds;
  }
  cost.solve = 45 * f.reached + (f.flat ? 4 : f.few ? 2.8 : 1.4) * f.looked_at + 100 * f.levels;
  cost.solve_gain = elsewhere;
  cost.meetings = us * f.levels;
  return cost;
}

/// Of a plugin that finds its widths by solves, on graphs that are not small.
Cost trying(const Figures& f, Cost cost) {
  if (f.arcs >= 1 << 18) cost.prepare += 5 * ms + 10 * cost.solve;
  return cost;
}

constexpr Rule rules[] = {
    {"dijkstra", not_negative,
     [](const Figures& f) {
       return Cost{us, f.star     ? 9 * f.looked_at
                       : f.sparse ? (f.thin ? 15 : 11) * f.looked_at + 3 * f.misses
                                  : 60 * f.reached + 1.8 * f.looked_at + 1.5 * f.misses};
     }},
    {"delta-stepping", not_negative, stepping},
    {"rho-stepping", not_negative,
     [](const Figures& f) {
       Cost cost = stepping(f);
       cost.solve *= 1.1;
       return cost;
     }},
    // On other graphs it refuses, after a look at them, unless small separators are there all the same.
    {"separator-sweep", not_negative_whole,
     [](const Figures& f) {
       if (f.star) return Cost{ms + 200 * f.all, 4 * us + 0.7 * f.all, {}, {0.6, 4}};
       if (f.cliques) return Cost{ms + 350 * f.arcs, 4 * us + 4 * f.all, {0.6, 1.2}, {0.6, 5}};
       if (f.flat)
         return Cost{ms + 250 * f.all + 7 * f.cut, 4 * us + 4 * f.all + 0.008 * f.cut, {0.65, 1.5}, {0.6, 5}, 0.3};
       return Cost{.prepare = ms + 1200 * f.all,
                   .solve = 80 * f.reached + 2 * f.looked_at,
                   .solve_gain = {1, 64},
                   .sure = false};
     }},
    {"bellman-ford", is_ordered_tree,
     [](const Figures& f) {
       return Cost{6 * f.all, 2 * us + 5.5 * f.looked_at};
     }},
    {"bellman-ford-tarjan", negative,
     [](const Figures& f) {
       return f.flat ? Cost{8 * f.all, 4 * us + 60 * f.reached + 8 * f.looked_at}
                     : Cost{8 * f.all, 4 * us + 100 * f.reached + 16 * f.looked_at};
     }},
    {"johnson", negative,
     [](const Figures& f) {
       // Rounded sums have to be mended.
       return Cost{100 * us + 100 * f.all + 30 * f.arcs,
                   (f.fractional ? 3 : 1) * (6 * us + 60 * f.reached + 5 * f.looked_at)};
     }},
    // Devices: the copy of the graph, launches of kernels, and rounds.
    {"near-far", not_negative,
     [](const Figures& f) {
       Cost cost{.prepare = kernels + 7 * ms};
       if (f.sparse) {
         cost.prepare += 30 * f.all;
         cost.solve = 70 * us + 0.4 * f.looked_at + 1.4 * us * f.levels;
         if (f.flat && f.thin) cost.together = 0.12;  // searches that are deep and narrow
       } else {
         cost.prepare += 4 * f.all + 0.7 * f.arcs;
         cost.solve = 150 * us + 0.01 * f.looked_at + 3 * us * f.levels + 0.2 * f.all;
       }
       return trying(f, cost);
     }},
    {"push-pull", not_negative,
     [](const Figures& f) {
       Cost cost{kernels + 20 * f.all + f.arcs, 150 * us + 8 * us * f.levels + 0.1 * f.all};
       cost.together = f.fractional ? 0.5 : std::min(1.0, 0.04 + f.all / cost.solve);
       return trying(f, cost);
     }},
    {"adds", not_negative,
     [](const Figures& f) {
       return f.sparse ? Cost{kernels + 20 * f.all, 85 * us + 0.13 * f.looked_at + 3.5 * us * f.levels + 0.4 * f.all}
                       : Cost{kernels + 5 * f.all + 0.7 * f.arcs,
                              120 * us + 0.03 * f.looked_at + 2.3 * us * f.levels + 0.8 * f.all};
     }},
    {"separator-sweep-cuda", map,
     [](const Figures& f) {
       return Cost{kernels + 400 * f.all + 4 * f.cut, 24 * us + 0.4 * f.all, {}, {}, 0.5};
     }},
    {"hbf", negative,
     [](const Figures& f) {
       return Cost{kernels + 8 * f.all + f.arcs, 100 * us + 0.1 * f.looked_at + 13 * us * f.levels};
     }},
    {"edge-bellman-ford", negative, [](const Figures& f) {
       return Cost{kernels + f.arcs, 60 * us + 6 * us * f.levels + 0.02 * f.levels * f.looked_at};
     }}};

/// Shipped for comparisons, teaching and other machines: one of the above is faster on every graph.
constexpr std::string_view others[] = {
    "advance-filter", "bmssp",       "boost-bellman-ford", "boost-dijkstra", "cpu-bellman-ford",
    "crauser",        "crauser-cpu", "external",           "igraph",         "lemon-bellman-ford",
    "lemon-dijkstra", "lonestar-bf", "near-far-lesson",    "pbgl",           "stepping-bellman-ford"};

Figures figures_of(const GraphFigures& graph, const GraphInfo& info, std::uint64_t sources) {
  // Of a map with n vertices a search is about n^(1/2) levels deep; of a cube, n^(1/3).
  constexpr double cache = 1 << 20, mean_degree_of_sparse = 6, dimensions_of_maps = 2.6, hub = 256;
  const bool tree = graph.arcs < 2 * graph.vertices && graph.arcs > 1.98 * graph.vertices;
  const double bytes = graph.vertices * static_cast<double>(weight_size(info.weights));
  return {
      .all = graph.vertices,
      .arcs = graph.arcs,
      .reached = graph.reached,
      .looked_at = graph.reached_arcs,
      .levels = graph.levels,
      .misses = graph.reached_arcs * graph.scatter * std::log2(1 + bytes / cache),
      .cut = std::pow(graph.vertices, 1.5) * std::max(0.0, graph.degree() - 2),
      .sparse = graph.degree() < mean_degree_of_sparse,
      .thin = graph.degree() < 5.5,
      .negative = (info.min_weight < 0),
      .fractional = !graph.whole,
      .flat = (std::pow(graph.levels, dimensions_of_maps) > graph.vertices) && graph.hub < hub,
      .star = (tree && graph.levels < 16) || (graph.degree() < mean_degree_of_sparse && 4 * graph.hub > graph.vertices),
      .tree = tree,
      .ordered = (graph.ascending > 0.9),
      .cliques = (graph.simplicial > 0.3),
      .few = sources < 9};
}

}  // namespace

std::optional<Cost> cost_of(std::string_view plugin, const GraphFigures& graph, const GraphInfo& info,
                            std::uint64_t sources) {
  const Figures figures = figures_of(graph, info, sources);
  for (const Rule& rule : rules)
    if (rule.plugin == plugin && rule.suits(figures)) return rule.cost(figures);
  return std::nullopt;
}

bool is_known(std::string_view plugin) {
  return std::ranges::find(rules, plugin, &Rule::plugin) != std::end(rules) ||
         std::ranges::find(others, plugin) != std::end(others);
}

}  // namespace wayfront::chooser
