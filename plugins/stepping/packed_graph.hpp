// The arcs in the form that the inner loop wants, made once per graph and shared by all stepping plugins.
//
// Target and weight of an arc lie side by side, so a short row is one cache line instead of two. The top bit of the
// target says that the vertex is a dead end as seen from here: it has no arc, or one alone that leads back. Lowering
// its distance changes nothing else, so it need not become active. On road networks every sixth vertex is one, on
// power-law graphs many more.
//
// Where rows are long on the average, each is sorted by weight: a bounded scan (bound.hpp) then ends where the bound
// is.
//
// Making it takes about as long as a search, so the first search goes without, on the host's arrays.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

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
struct PackedArcs {
  const PackedArc<W>* arcs;
  PackedArc<W> operator[](O arc) const { return arcs[arc]; }
  void fetch(O arc) const { __builtin_prefetch(arcs + arc); }
};

template <WeightType W, OffsetType O>
struct PlainArcs {
  const Vertex* targets;
  const W* weights;
  PackedArc<W> operator[](O arc) const { return {targets[arc], weights[arc]}; }
  void fetch(O arc) const {
    __builtin_prefetch(targets + arc);
    __builtin_prefetch(weights + arc);
  }
};

template <WeightType W, OffsetType O>
struct PackedGraph {
  Vertex vertices = 0;
  O edges = 0;
  const O* offsets = nullptr;  // the host's, like the next ones
  PlainArcs<W, O> plain{};
  bool long_rows = false;                          // on the average
  std::unique_ptr<PackedArc<W>[]> arcs = nullptr;  // null: not packed
  Vertex target_bits = no_vertex;                  // of PackedArc::target

  template <bool packed>
  auto rows() const {
    if constexpr (packed)
      return PackedArcs<W, O>{arcs.get()};
    else
      return plain;
  }
};

template <WeightType W, OffsetType O>
PackedGraph<W, O> unpacked_graph(const CsrView<W, O>& view) {
  return {
      view.vertices, view.edges, view.offsets, {view.targets, view.weights}, view.edges / long_row >= view.vertices};
}

template <WeightType W, OffsetType O>
std::shared_ptr<const PackedGraph<W, O>> packed_graph(const Graph& graph, const CsrView<W, O>& view, bool sorted,
                                                      RunContext& context) {
  const auto make = [&]() -> std::shared_ptr<void> {
    auto packed = std::make_shared<PackedGraph<W, O>>(unpacked_graph(view));
    packed->arcs = std::make_unique_for_overwrite<PackedArc<W>[]>(view.edges);
    const bool marked = view.vertices <= max_marked;
    if (marked) packed->target_bits = dead_end - 1;
    constexpr std::uint64_t grain = 1U << 12;
    // Bits of the vertices that may be dead ends are in a cache where degrees are not.
    constexpr Vertex bits = 32;
    std::vector<std::uint32_t> thin(view.vertices / bits + 1);
    if (marked)
      context.parallel_for(thin.size(), grain / bits, [&](std::uint64_t begin, std::uint64_t end) {
        for (auto word = static_cast<Vertex>(begin); word < end; ++word)
          for (Vertex i = 0; i < std::min(bits, view.vertices - word * bits); ++i)
            thin[word] |= std::uint32_t{view.degree(word * bits + i) < 2} << i;
      });
    const auto is_dead = [&](O arc) {  // of an arc to a thin vertex
      const Vertex v = view.targets[arc];
      if (view.degree(v) == 0) return true;
      const Vertex back = view.targets[view.begin(v)];
      return view.begin(back) <= arc && arc < view.end(back);
    };
    context.parallel_for(view.edges, grain, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t first = begin; first < end; first += grain) {
        std::array<O, grain> found;
        std::size_t count = 0;
        for (auto arc = static_cast<O>(first); arc < std::min(first + grain, end); ++arc) {
          const Vertex v = view.targets[arc];
          packed->arcs[arc] = {v, view.weights[arc]};
          found[count] = arc;  // without a branch that no processor can predict
          count += thin[v / bits] >> v % bits & 1U;
        }
        for (const O arc : std::span(found).first(count))
          if (is_dead(arc)) packed->arcs[arc].target |= dead_end;
      }
    });
    if (sorted)
      context.parallel_for(view.vertices, grain, [&](std::uint64_t begin, std::uint64_t end) {
        for (auto u = static_cast<Vertex>(begin); u < end; ++u)
          std::sort(packed->arcs.get() + view.begin(u), packed->arcs.get() + view.end(u),
                    [](const auto& one, const auto& other) { return one.weight < other.weight; });
      });
    return packed;
  };
  return std::static_pointer_cast<const PackedGraph<W, O>>(
      graph.attachment(sorted ? "stepping: sorted arcs, 1" : "stepping: packed arcs, 1", make));
}

}  // namespace wayfront::stepping
