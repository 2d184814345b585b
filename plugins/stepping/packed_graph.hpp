// The arcs in the form that the inner loop wants, made once per graph and shared by all stepping plugins.
//
// Target and weight of an arc lie side by side, so a short row is one cache line instead of two. The top bit of the
// target says that the vertex is a dead end as seen from here: it has no arc, or one alone that leads back. Lowering
// its distance changes nothing else, so it need not become active. On road networks every sixth vertex is one, on
// power-law graphs many more.
//
// Where rows are long on the average, each is sorted by weight: a bounded scan (bound.hpp) then ends where the bound
// is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::stepping {

inline constexpr Vertex dead_end = 0x8000'0000U;
/// Arcs of a row that is long.
inline constexpr unsigned long_row = 6;

/// Graphs with more vertices have no bit to spare; their dead ends are not marked.
inline constexpr Vertex max_marked = dead_end;

template <WeightType W>
struct PackedArc {
  Vertex target;
  W weight;
};

template <WeightType W, OffsetType O>
struct PackedGraph {
  Vertex vertices = 0;
  O edges = 0;
  const O* offsets = nullptr;  // the host's
  std::unique_ptr<PackedArc<W>[]> arcs;
  Vertex target_bits = no_vertex;  // of PackedArc::target
  bool long_rows = false;          // on the average
};

/// On the average.
template <WeightType W, OffsetType O>
bool has_long_rows(const CsrView<W, O>& view) {
  return view.edges / long_row >= view.vertices;
}

template <WeightType W, OffsetType O>
std::shared_ptr<const PackedGraph<W, O>> packed_graph(const Graph& graph, const CsrView<W, O>& view, bool sorted,
                                                      RunContext& context) {
  const auto make = [&]() -> std::shared_ptr<void> {
    auto packed = std::make_shared<PackedGraph<W, O>>();
    packed->vertices = view.vertices;
    packed->edges = view.edges;
    packed->offsets = view.offsets;
    packed->arcs = std::make_unique_for_overwrite<PackedArc<W>[]>(view.edges);
    packed->long_rows = has_long_rows(view);
    const bool marked = view.vertices <= max_marked;
    if (marked) packed->target_bits = dead_end - 1;
    constexpr std::uint64_t grain = 1U << 12;  // vertices
    context.parallel_for(view.vertices, grain, [&](std::uint64_t begin, std::uint64_t end) {
      for (auto u = static_cast<Vertex>(begin); u < end; ++u) {
        for (O arc = view.begin(u); arc < view.end(u); ++arc) {
          const Vertex v = view.targets[arc];
          const O degree = view.degree(v);
          const bool dead = marked && (degree == 0 || (degree == 1 && view.targets[view.begin(v)] == u));
          packed->arcs[arc] = {dead ? v | dead_end : v, view.weights[arc]};
        }
        if (sorted)
          std::sort(packed->arcs.get() + view.begin(u), packed->arcs.get() + view.end(u),
                    [](const auto& one, const auto& other) { return one.weight < other.weight; });
      }
    });
    return packed;
  };
  return std::static_pointer_cast<const PackedGraph<W, O>>(
      graph.attachment(sorted ? "stepping: sorted arcs, 1" : "stepping: packed arcs, 1", make));
}

}  // namespace wayfront::stepping
