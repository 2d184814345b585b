#include "reverse_rows.hpp"

#include <algorithm>

#include "steps/rows.hpp"

namespace wayfront::host {
namespace {

/// A counting sort by target that each thread does for a range of targets of its own, reading all arcs: no two write to
/// one place, the order within a row is that of the sources, and a thread's writes stay in its part of the memory.
/// place(at, e, u) puts arc e of vertex u where it belongs; `next` has vertices + 2 entries and holds the offsets of
/// the new rows in the first vertices + 1 afterwards.
template <WeightType W, OffsetType O, class Place>
void sort_by_target(const CsrView<W, O>& view, O* next, RunContext& context, Place&& place) {
  const std::uint64_t parts = std::max(1U, context.threads());
  const auto bound = [&](std::uint64_t part) { return static_cast<Vertex>(view.vertices * part / parts); };
  const auto each_part = [&](auto&& body) {
    context.parallel_for(parts, 1, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t part = begin; part < end; ++part) body(bound(part), bound(part + 1));
    });
  };
  std::fill_n(next, std::uint64_t{view.vertices} + 2, O{0});
  each_part([&](Vertex first, Vertex last) {
    context.throw_if_cancelled();
    const Vertex count = last - first;
    for (O e = 0; e < view.edges; ++e)
      if (view.targets[e] - first < count) ++next[std::uint64_t{view.targets[e]} + 2];
  });
  O sum = 0;
  for (std::uint64_t v = 1; v <= view.vertices; ++v) {
    sum += next[v];
    next[v] = sum;
  }
  // next[v + 1] is where the next arc of row v goes: the start of the row before, its end after.
  each_part([&](Vertex first, Vertex last) {
    const Vertex count = last - first;
    for (Vertex u = 0; u < view.vertices; ++u) {
      if (u % 65536 == 0) context.throw_if_cancelled();
      for (O e = view.begin(u); e < view.end(u); ++e)
        if (view.targets[e] - first < count) place(next[std::uint64_t{view.targets[e]} + 1]++, e, u);
    }
  });
}

}  // namespace

OwnedCsr reverse_rows(const AnyCsr& csr, RunContext& context) {
  return visit(csr, [&]<class W, class O>(const CsrView<W, O>& view) -> OwnedCsr {
    steps::require_memory(
        static_cast<double>(view.edges) * (sizeof(Vertex) + sizeof(W)) + (view.vertices + 2.0) * sizeof(O),
        "turning the arcs round");
    auto rows = std::make_shared<steps::Rows<W, O>>(view.vertices + 1, view.edges);
    Vertex* const targets = rows->targets.get();
    W* const weights = rows->weights.get();
    sort_by_target(view, rows->offsets.get(), context, [&](O at, O e, Vertex u) {
      targets[at] = u;
      weights[at] = view.weights[e];
    });
    return {CsrView<W, O>{view.vertices, view.edges, rows->offsets.get(), targets, weights}, rows};
  });
}

template <WeightType W, OffsetType O>
InNeighbours<O> in_neighbours(const CsrView<W, O>& view, RunContext& context) {
  steps::require_memory(static_cast<double>(view.edges) * sizeof(Vertex) + (view.vertices + 2.0) * sizeof(O),
                        "turning the arcs round");
  struct Arrays {
    BigArray<O> offsets;
    BigArray<Vertex> sources;
  };
  auto arrays = std::make_shared<Arrays>();
  arrays->offsets = make_big_array<O>(std::uint64_t{view.vertices} + 2);
  arrays->sources = make_big_array<Vertex>(view.edges);
  Vertex* const sources = arrays->sources.get();
  sort_by_target(view, arrays->offsets.get(), context, [&](O at, O, Vertex u) { sources[at] = u; });
  const O* const offsets = arrays->offsets.get();
  return {offsets, sources, std::move(arrays)};
}

template InNeighbours<std::uint32_t> in_neighbours(const CsrView<std::int32_t, std::uint32_t>&, RunContext&);
template InNeighbours<std::uint64_t> in_neighbours(const CsrView<std::int32_t, std::uint64_t>&, RunContext&);
template InNeighbours<std::uint32_t> in_neighbours(const CsrView<float, std::uint32_t>&, RunContext&);
template InNeighbours<std::uint64_t> in_neighbours(const CsrView<float, std::uint64_t>&, RunContext&);

}  // namespace wayfront::host
