#include "answers/shortest_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "graph/rows_view.hpp"

namespace wayfront::host {
namespace {

PathArc lightest(const Graph& graph, Vertex from, Vertex to) {
  return visit_rows(graph.csr(), [&](const auto& view) {
    const auto arc = lightest_arc(view, from, to);
    if (!arc) return PathArc{from, to, std::numeric_limits<double>::infinity()};
    return PathArc{from, to, view.weights[*arc], *arc};
  });
}

}  // namespace

std::vector<PathArc> path_to(const Graph& graph, std::span<const Vertex> predecessors, Vertex source, Vertex target) {
  std::vector<PathArc> arcs;
  for (Vertex v = target; v != source; v = predecessors[v]) arcs.push_back(lightest(graph, predecessors[v], v));
  std::ranges::reverse(arcs);
  return arcs;
}

std::vector<PathArc> cycle_arcs(const Graph& graph, std::span<const Vertex> cycle) {
  std::vector<PathArc> arcs;
  for (std::size_t i = 0; i < cycle.size(); ++i)
    arcs.push_back(lightest(graph, cycle[i], cycle[(i + 1) % cycle.size()]));
  return arcs;
}

std::vector<Vertex> nearest_sources(std::span<const Vertex> tree, Vertex root) {
  std::vector<Vertex> labels(tree.size(), no_vertex);
  for (Vertex start = 0; start < tree.size(); ++start) {
    // Up to a vertex whose label is known, or below the root; an unreached vertex has no way up.
    Vertex top = start;
    while (labels[top] == no_vertex && tree[top] != no_vertex && tree[top] != root) top = tree[top];
    if (tree[top] == no_vertex) continue;
    const Vertex label = tree[top] == root ? top : labels[top];
    for (Vertex v = start; labels[v] == no_vertex; v = tree[v]) {
      labels[v] = label;
      if (v == top) break;
    }
  }
  labels.resize(root);
  return labels;
}

double rounding_of(std::span<const PathArc> arcs, WeightKind kind) {
  if (!is_floating(kind)) return 0;
  const double unit = kind == WeightKind::float32 ? double{std::numeric_limits<float>::epsilon()}
                                                  : std::numeric_limits<double>::epsilon();
  double all = 0;
  for (const PathArc& arc : arcs) all += unit * std::abs(arc.weight.rounded());
  return all;
}

std::string weight_text(const ExactWeight& weight, WeightKind kind) {
  if (const auto integer = weight.integer()) return fmt::format("{}", *integer);
  if (!is_floating(kind)) return fmt::format("{:.0f}", weight.rounded());
  if (kind == WeightKind::float64) return fmt::format("{}", weight.rounded());
  return fmt::format("{}", static_cast<float>(weight.rounded()));
}

}  // namespace wayfront::host
