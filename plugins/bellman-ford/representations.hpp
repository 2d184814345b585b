// The three ways to walk over the arcs. Each returns with output.outcome set.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "run_state.hpp"
#include "wayfront/cpu/vertex_queue.hpp"
#include "wayfront/status.hpp"

namespace wayfront::bellman_ford {

/// Arcs between two looks at the clock.
inline constexpr std::uint64_t arcs_per_check = 1U << 20;

/// Every round relaxes every arc, in the order of the list.
template <WeightType W>
void solve_edge_list(const CooView<W>& list, bool early_exit, RunState<W>& state) {
  Work& work = state.work();
  for (std::uint64_t round = 1; round <= state.vertices(); ++round) {
    const std::uint64_t before = work.improved;
    for (std::uint64_t begin = 0; begin < list.edges; begin += arcs_per_check) {
      state.context().throw_if_cancelled();
      const std::uint64_t end = std::min(begin + arcs_per_check, list.edges);
      for (std::uint64_t e = begin; e < end; ++e) {
        const Vertex u = list.sources[e];
        state.relax(u, state.distance(u), list.targets[e], list.weights[e]);
      }
    }
    work.relaxed += list.edges;
    if (state.end_round(state.vertices())) return;
    if (early_exit && work.improved == before) break;
  }
  state.finish();
}

/// |V| x |V| weights, row u holds the arcs out of u.
template <WeightType W>
class Matrix {
 public:
  /// No arc. Among integers it is the largest one; a graph that has an arc of that weight cannot be stored.
  static constexpr W absent = unreached<W>;

  /// Of parallel arcs the lightest counts. Throws Unsupported and std::bad_alloc.
  template <OffsetType O>
  explicit Matrix(const CsrView<W, O>& graph)
      : vertices_(graph.vertices), weights_(std::size_t{graph.vertices} * graph.vertices, absent) {
    for (Vertex u = 0; u < graph.vertices; ++u)
      for (O arc = graph.begin(u); arc < graph.end(u); ++arc) {
        if (graph.weights[arc] == absent)
          throw Unsupported("bellman-ford: the graph has an arc of weight " + std::to_string(absent) +
                            ", which is the matrix's \"no arc\"; use representation = \"edge_list\" or \"queue\"");
        W& slot = weights_[std::size_t{u} * vertices_ + graph.targets[arc]];
        slot = std::min(slot, graph.weights[arc]);
      }
  }
  std::span<const W> row(Vertex u) const { return {weights_.data() + std::size_t{u} * vertices_, vertices_}; }

 private:
  Vertex vertices_;
  std::vector<W> weights_;
};

/// Every round looks at every entry of the rows of reached vertices.
template <WeightType W>
void solve_matrix(const Matrix<W>& matrix, bool early_exit, RunState<W>& state) {
  Work& work = state.work();
  std::uint64_t unchecked = 0;
  for (std::uint64_t round = 1; round <= state.vertices(); ++round) {
    const std::uint64_t before = work.improved;
    std::uint64_t active = 0;
    for (Vertex u = 0; u < state.vertices(); ++u) {
      if (state.distance(u) == unreached<W>) continue;
      ++active;
      const std::span<const W> row = matrix.row(u);
      for (Vertex v = 0; v < row.size(); ++v)
        if (row[v] != Matrix<W>::absent) state.relax(u, state.distance(u), v, row[v]);
      work.relaxed += row.size();
      if ((unchecked += row.size()) >= arcs_per_check) {
        unchecked = 0;
        state.context().throw_if_cancelled();
      }
    }
    if (state.end_round(active)) return;
    if (early_exit && work.improved == before) break;
  }
  state.finish();
}

/// Only vertices whose distance fell since they were last scanned are scanned. A round is what waited when it began.
template <WeightType W, OffsetType O>
void solve_queue(const CsrView<W, O>& graph, Vertex source, VertexQueue& queue, RunState<W>& state) {
  Work& work = state.work();
  std::uint64_t unchecked = 0;
  queue.clear();
  queue.push(source);
  work.pushed = 1;
  while (queue.size() != 0) {
    const std::uint64_t active = queue.size();
    for (std::uint64_t i = 0; i < active; ++i) {
      const Vertex u = queue.pop();
      for (O arc = graph.begin(u); arc < graph.end(u); ++arc) {
        const Vertex v = graph.targets[arc];
        if (state.relax(u, state.distance(u), v, graph.weights[arc])) work.pushed += queue.push(v) ? 1 : 0;
      }
      work.relaxed += graph.degree(u);
      if ((unchecked += graph.degree(u)) >= arcs_per_check) {
        unchecked = 0;
        state.context().throw_if_cancelled();
      }
    }
    if (state.end_round(active)) return;
  }
  state.finish();
}

}  // namespace wayfront::bellman_ford
