#include "estimates.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace wayfront::chooser {
namespace {

constexpr double us = 1e3, ms = 1e6;  // in nanoseconds
constexpr double kernels = 25 * ms;   // until those of a plugin are on the device
constexpr double thread = 0.25 * ms;

/// What the rules are made of.
struct Figures {
  double all, arcs;           // the graph's vertices and arcs
  double reached, looked_at;  // vertices that a search reaches, and their arcs
  double levels;
  double misses;                        // arcs whose end is in no cache, by how much larger than one the distances are
  double sorted;                        // reached vertices by the logarithm of their number: what a queue costs
  double cut;                           // of separators: vertices^1.5, by what the mean degree is above that of a path
  bool sparse, negative, flat, floats;  // flat: a search is as deep as that of a map, or of a narrower graph
  bool star;                            // most arcs are those of a hub
};

struct Rule {
  std::string_view plugin;
  bool (*suits)(const Figures&);
  Cost (*cost)(const Figures&);
};

bool not_negative(const Figures& f) { return !f.negative; }
bool dense(const Figures& f) { return !f.sparse && !f.negative; }
bool negative(const Figures& f) { return f.negative; }
/// separator-sweep refuses other graphs, after a look at them.
bool map(const Figures& f) { return !f.negative && (f.flat || f.star) && !f.floats; }

// Of delta-stepping and its relatives. On maps more threads gain little, elsewhere two gain nothing.
constexpr Gain preparing = {0.9, 10}, on_maps = {0.65, 2.2}, elsewhere = {0.37, 20};

Cost stepping(const Figures& f) {
  if (f.star) return Cost{9 * f.arcs, f.looked_at, preparing, on_maps, 1, thread};
  return f.sparse
             ? Cost{9 * f.arcs, 12 * f.looked_at + 5 * f.misses + 60 * f.levels, preparing, on_maps, 1, thread}
             : Cost{60 * f.arcs, 45 * f.reached + 1.4 * f.looked_at + 100 * f.levels, preparing, elsewhere, 1, thread};
}

/// Of a plugin that finds its widths by solves, on graphs that are not small.
Cost trying(const Figures& f, Cost cost) {
  if (f.arcs >= 1 << 18) cost.prepare += kernels + 10 * cost.solve;
  return cost;
}

constexpr Rule rules[] = {
    {"dijkstra", not_negative,
     [](const Figures& f) {
       return Cost{us, f.star     ? 7 * f.looked_at
                       : f.sparse ? 15 * f.looked_at + 5 * f.misses
                                  : 60 * f.reached + 1.8 * f.looked_at + 1.5 * f.misses};
     }},
    {"delta-stepping", not_negative, stepping},
    {"rho-stepping", not_negative,
     [](const Figures& f) {
       Cost cost = stepping(f);
       cost.solve *= 1.1;
       return cost;
     }},
    {"separator-sweep", map,
     [](const Figures& f) {
       return Cost{ms + 200 * f.all + 9 * f.cut, 4 * us + 4 * f.all + 0.009 * f.cut, {0.65, 4}, {}, 0.3};
     }},
    {"bellman-ford-tarjan", negative,
     [](const Figures& f) {
       const double again = f.flat ? 0 : f.sparse ? 0.7 * f.sorted : f.looked_at + 8 * f.sorted;
       return Cost{8 * f.all, 4 * us + 5 * f.reached + f.looked_at + again};
     }},
    {"johnson", negative,
     [](const Figures& f) {
       return f.sparse ? Cost{70 * us + 80 * f.all + 80 * f.arcs, 6 * us + 15 * f.looked_at + 6 * f.all}
                       : Cost{110 * us + 45 * f.arcs + 25 * f.sorted, 90 * f.reached + 1.6 * f.looked_at + 6 * f.all};
     }},
    // Devices: the copy of the graph, launches of kernels, and rounds.
    {"near-far", not_negative,
     [](const Figures& f) {
       return trying(f, f.sparse ? Cost{kernels + 30 * f.all, 70 * us + 0.4 * f.looked_at + 60 * f.levels, {}, {}, 0.5}
                                 : Cost{kernels + 4 * f.all + 0.7 * f.arcs,
                                        80 * us + 0.03 * f.looked_at + 4 * us * f.levels + 0.8 * f.all,
                                        {},
                                        {},
                                        0.9});
     }},
    {"push-pull", dense,
     [](const Figures& f) {
       return trying(f, {kernels + 20 * f.all + f.arcs, 55 * us + 4 * us * f.levels + 0.7 * f.all, {}, {}, 0.6});
     }},
    {"adds", not_negative,
     [](const Figures& f) {
       return f.sparse ? Cost{kernels + 20 * f.all, 85 * us + 0.13 * f.looked_at + 2.3 * us * f.levels + 0.4 * f.all}
                       : Cost{kernels + 5 * f.all + 0.7 * f.arcs,
                              120 * us + 0.03 * f.looked_at + 2.3 * us * f.levels + 0.8 * f.all};
     }},
    {"separator-sweep-cuda", map,
     [](const Figures& f) {
       return Cost{kernels + 400 * f.all + 4 * f.cut, 24 * us + 0.4 * f.all, {}, {}, 0.7};
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
    "advance-filter",       "bellman-ford",   "bmssp",       "boost-bellman-ford", "boost-dijkstra",
    "cpu-bellman-ford",     "crauser",        "crauser-cpu", "external",           "igraph",
    "lemon-bellman-ford",   "lemon-dijkstra", "lonestar-bf", "near-far-lesson",    "pbgl",
    "stepping-bellman-ford"};

Figures figures_of(const GraphFigures& graph, const GraphInfo& info) {
  // Of a map with n vertices a search is about n^(1/2) levels deep; of a cube, n^(1/3).
  constexpr double cache = 1 << 20, mean_degree_of_sparse = 6, dimensions_of_maps = 2.8, hub = 256;
  const double bytes = graph.vertices * static_cast<double>(weight_size(info.weights));
  return {.all = graph.vertices,
          .arcs = graph.arcs,
          .reached = graph.reached,
          .looked_at = graph.reached_arcs,
          .levels = graph.levels,
          .misses = graph.reached_arcs * graph.scatter * std::log2(1 + bytes / cache),
          .sorted = graph.reached * std::log2(graph.reached + 1),
          .cut = std::pow(graph.vertices, 1.5) * std::max(0.0, graph.degree() - 2),
          .sparse = graph.degree() < mean_degree_of_sparse,
          .negative = (info.min_weight < 0),
          .flat = (std::pow(graph.levels, dimensions_of_maps) > graph.vertices) && graph.hub < hub,
          .floats = is_floating(info.weights),
          .star = graph.degree() < mean_degree_of_sparse && 4 * graph.hub > graph.vertices};
}

}  // namespace

std::optional<Cost> cost_of(std::string_view plugin, const GraphFigures& graph, const GraphInfo& info) {
  const Figures figures = figures_of(graph, info);
  for (const Rule& rule : rules)
    if (rule.plugin == plugin && rule.suits(figures)) return rule.cost(figures);
  return std::nullopt;
}

bool is_known(std::string_view plugin) {
  return std::ranges::find(rules, plugin, &Rule::plugin) != std::end(rules) ||
         std::ranges::find(others, plugin) != std::end(others);
}

}  // namespace wayfront::chooser
