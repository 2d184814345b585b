// The arcs in the form that the inner loop wants, made once per graph and shared by all stepping plugins.
//
// Target and weight of an arc lie side by side, so a short row is one cache line instead of two. The top bit of the
// target says that the vertex is a dead end as seen from here: it has no arc, or one alone that leads back. Lowering
// its distance changes nothing else, so it need not become active. On road networks every sixth vertex is one, on
// power-law graphs many more.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>

#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::stepping {

inline constexpr Vertex dead_end = 0x8000'0000U;
/// Graphs with more vertices have no bit to spare; their dead ends are not marked.
inline constexpr Vertex most_marked = dead_end;

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
  bool is_dead_end(Vertex target) const { return (target & ~target_bits) != 0; }
};

template <WeightType W, OffsetType O>
std::shared_ptr<const PackedGraph<W, O>> packed_graph(const Graph& graph, const CsrView<W, O>& view,
                                                      RunContext& context) {
  const auto make = [&]() -> std::shared_ptr<void> {
    auto packed = std::make_shared<PackedGraph<W, O>>();
    packed->vertices = view.vertices;
    packed->edges = view.edges;
    packed->offsets = view.offsets;
    packed->arcs = std::make_unique_for_overwrite<PackedArc<W>[]>(view.edges);
    const bool marked = view.vertices <= most_marked;
    if (marked) packed->target_bits = dead_end - 1;
    constexpr std::uint64_t grain = 1U << 14;  // vertices
    context.parallel_for(view.vertices, grain, [&](std::uint64_t begin, std::uint64_t end) {
      for (auto u = static_cast<Vertex>(begin); u < end; ++u)
        for (O arc = view.begin(u); arc < view.end(u); ++arc) {
          const Vertex v = view.targets[arc];
          const O degree = view.degree(v);
          const bool dead = marked && (degree == 0 || (degree == 1 && view.targets[view.begin(v)] == u));
          packed->arcs[arc] = {dead ? v | dead_end : v, view.weights[arc]};
        }
    });
    return packed;
  };
  return std::static_pointer_cast<const PackedGraph<W, O>>(graph.attachment("stepping: packed arcs, 1", make));
}

}  // namespace wayfront::stepping
