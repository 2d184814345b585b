#include "shortest_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace wayfront::host {
namespace {

double lightest(const Graph& graph, Vertex from, Vertex to) {
  return visit(graph.csr(), [&](const auto& view) {
    double least = std::numeric_limits<double>::infinity();
    for (auto e = view.begin(from); e < view.end(from); ++e)
      if (view.targets[e] == to) least = std::min(least, static_cast<double>(view.weights[e]));
    return least;
  });
}

}  // namespace

std::vector<PathArc> path_to(const Graph& graph, std::span<const Vertex> predecessors, Vertex source, Vertex target) {
  std::vector<PathArc> arcs;
  for (Vertex v = target; v != source; v = predecessors[v])
    arcs.push_back({predecessors[v], v, lightest(graph, predecessors[v], v)});
  std::ranges::reverse(arcs);
  return arcs;
}

std::vector<PathArc> cycle_arcs(const Graph& graph, std::span<const Vertex> cycle) {
  std::vector<PathArc> arcs;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const Vertex next = cycle[(i + 1) % cycle.size()];
    arcs.push_back({cycle[i], next, lightest(graph, cycle[i], next)});
  }
  return arcs;
}

std::string weight_text(double weight, WeightKind kind) {
  if (kind == WeightKind::int32) return fmt::format("{:.0f}", weight);
  return fmt::format("{}", static_cast<float>(weight));
}

}  // namespace wayfront::host
