// Steps that choose, renumber or add vertices.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "base/random_bits.hpp"
#include "graph/graph_statistics.hpp"
#include "graph/rows_view.hpp"
#include "graph/steps/graph_steps.hpp"
#include "graph/steps/rows.hpp"

namespace wayfront::host::steps {
namespace {

using Order = ReorderStep::Order;

/// The subgraph of the vertices `chosen`, numbered in this order; arcs to other vertices are dropped.
void select(GraphInSteps& graph, std::vector<Vertex> chosen, std::string_view who, RunContext& context) {
  graph.csr = visit_rows(graph.csr.view, [&]<class W>(const RowsView<W>& view) {
    const auto count = static_cast<Vertex>(chosen.size());
    auto numbers = make_big_array<Vertex>(view.vertices);  // new numbers, by old ones
    std::fill_n(numbers.get(), view.vertices, no_vertex);
    for_each_vertex(count, context, [&](Vertex v) { numbers[chosen[v]] = v; });
    const auto degree = [&](Vertex v) {
      if (count == view.vertices) return view.degree(chosen[v]);
      std::uint64_t kept = 0;
      for (std::uint64_t e = view.begin(chosen[v]); e < view.end(chosen[v]); ++e)
        kept += numbers[view.targets[e]] != no_vertex ? 1 : 0;
      return kept;
    };
    return build_rows<W>(count, context, who, degree, [&](Vertex v, Vertex* targets, W* weights) {
      for (std::uint64_t e = view.begin(chosen[v]); e < view.end(chosen[v]); ++e) {
        const Vertex target = numbers[view.targets[e]];
        if (target == no_vertex) continue;
        *targets++ = target;
        *weights++ = view.weights[e];
      }
    });
  });
  if (!graph.original_vertices.empty())
    for (Vertex& v : chosen) v = graph.original_vertices[v];
  graph.original_vertices = std::move(chosen);
}

std::vector<Vertex> all_vertices(Vertex count) {
  std::vector<Vertex> all(count);
  std::iota(all.begin(), all.end(), Vertex{0});
  return all;
}

/// Fisher and Yates, with random numbers by key.
std::vector<Vertex> random_order(Vertex vertices, std::uint64_t seed) {
  std::vector<Vertex> order = all_vertices(vertices);
  const std::uint64_t key = key_of_seed(seed);
  for (std::uint64_t i = vertices; i > 1; --i) std::swap(order[i - 1], order[scale(mix(key ^ mix(i)), i)]);
  return order;
}

std::vector<Vertex> degree_order(const ArcsView& view) {
  std::vector<Vertex> order = all_vertices(view.vertices);
  std::ranges::stable_sort(order, std::ranges::greater(), [&](Vertex v) { return view.degree(v); });
  return order;
}

std::vector<Vertex> bfs_order(const ArcsView& view, RunContext& context) {
  std::vector<Vertex> order;
  if (view.vertices == 0) return order;
  order.reserve(view.vertices);
  std::vector<bool> found(view.vertices);
  const auto find = [&](Vertex v) {
    if (found[v]) return;
    found[v] = true;
    order.push_back(v);
  };
  std::size_t scanned = 0;
  const auto search_from = [&](Vertex start) {
    find(start);
    for (; scanned < order.size(); ++scanned) {
      if (scanned % 65536 == 0) context.throw_if_cancelled();
      const Vertex u = order[scanned];
      for (auto e = view.begin(u); e < view.end(u); ++e) find(view.targets[e]);
    }
  };
  Vertex busiest = 0;
  for (Vertex v = 1; v < view.vertices; ++v)
    if (view.degree(v) > view.degree(busiest)) busiest = v;
  search_from(busiest);
  for (Vertex v = 0; v < view.vertices; ++v) search_from(v);
  return order;
}

}  // namespace

void apply(const LargestComponentStep&, GraphInSteps& graph, RunContext& context) {
  const Components components = weak_components(graph.csr.view, context);
  const Vertex vertices = arcs_view(graph.csr.view).vertices;
  if (components.largest_size == vertices) return;
  std::vector<Vertex> chosen;
  chosen.reserve(components.largest_size);
  for (Vertex v = 0; v < vertices; ++v)
    if (components.first[v] == components.largest) chosen.push_back(v);
  select(graph, std::move(chosen), "largest_component", context);
}

void apply(const ReorderStep& step, GraphInSteps& graph, RunContext& context) {
  if (step.order == Order::none) return;
  const ArcsView arcs = arcs_view(graph.csr.view);
  renumber(graph,
           step.order == Order::bfs      ? bfs_order(arcs, context)
           : step.order == Order::degree ? degree_order(arcs)
                                         : random_order(arcs.vertices, step.seed),
           context);
}

void renumber(GraphInSteps& graph, std::vector<Vertex> order, RunContext& context) {
  select(graph, std::move(order), "reorder", context);
}

void add_virtual_source(std::span<const Vertex> sources, GraphInSteps& graph, RunContext& context) {
  graph.csr = visit_rows(graph.csr.view, [&]<class W>(const RowsView<W>& view) {
    const Vertex last = view.vertices;
    if (last >= no_vertex - 2)
      fail(ExitCode::input, "mode = \"nearest\" needs one vertex more than the graph has, which is full");
    const auto degree = [&](Vertex u) { return u == last ? sources.size() : view.degree(u); };
    return build_rows<W>(last + 1, context, "mode = \"nearest\"", degree, [&](Vertex u, Vertex* targets, W* weights) {
      if (u == last) {
        std::ranges::copy(sources, targets);
        std::fill_n(weights, sources.size(), W{0});
        return;
      }
      std::copy(view.targets + view.begin(u), view.targets + view.end(u), targets);
      std::copy(view.weights + view.begin(u), view.weights + view.end(u), weights);
    });
  });
  graph.directed = true;  // no arcs lead back
}

}  // namespace wayfront::host::steps
