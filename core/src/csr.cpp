#include "csr.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "big_array.hpp"

namespace wayfront::host {
namespace {

/// Three arrays of one graph side; left uninitialised, since a counting sort writes every entry.
template <class W, class O>
struct Arrays {
  Arrays(Vertex vertices, std::uint64_t edges)
      : offsets(make_big_array<O>(std::uint64_t{vertices} + 2)),
        ends(make_big_array<Vertex>(edges)),
        weights(make_big_array<W>(edges)) {}
  BigArray<O> offsets;  // one more than the view has: see sort_by_key
  BigArray<Vertex> ends;
  BigArray<W> weights;
};

/// Counting sort by key. each(f) calls f(key, end, weight) for every edge, the same way both times.
template <class W, class O, class Each>
std::shared_ptr<Arrays<W, O>> sort_by_key(Vertex vertices, std::uint64_t edges, Each&& each) {
  auto arrays = std::make_shared<Arrays<W, O>>(vertices, edges);
  // While edges are placed, next[v + 1] is where the next one of row v goes: the start of the row before, its end
  // after.
  O* const next = arrays->offsets.get();
  std::fill_n(next, std::size_t{vertices} + 2, O{0});
  each([next](Vertex key, Vertex, W) { ++next[std::size_t{key} + 2]; });
  O sum = 0;
  for (std::size_t v = 0; v < vertices; ++v) {
    sum += next[v + 1];
    next[v + 1] = sum;
  }
  Vertex* const ends = arrays->ends.get();
  W* const weights = arrays->weights.get();
  each([=](Vertex key, Vertex end, W weight) {
    const O place = next[std::size_t{key} + 1]++;
    ends[place] = end;
    weights[place] = weight;
  });
  return arrays;
}

template <class W, class O>
OwnedCsr build(Vertex vertices, std::span<const std::span<const Arc<W>>> blocks, bool mirrored, std::uint64_t edges) {
  auto arrays = sort_by_key<W, O>(vertices, edges, [&](auto&& f) {
    for (const auto& block : blocks) {
      for (const Arc<W>& arc : block) {
        f(arc.source, arc.target, arc.weight);
        if (mirrored && arc.source != arc.target) f(arc.target, arc.source, arc.weight);
      }
    }
  });
  CsrView<W, O> view{vertices, static_cast<O>(edges), arrays->offsets.get(), arrays->ends.get(), arrays->weights.get()};
  return {view, std::move(arrays)};
}

}  // namespace

template <WeightType W>
OwnedCsr build_csr(Vertex vertices, std::span<const std::span<const Arc<W>>> blocks, bool mirrored,
                   OffsetKind offsets) {
  std::uint64_t edges = 0;
  for (const auto& block : blocks) {
    edges += block.size();
    if (mirrored)
      for (const Arc<W>& arc : block) edges += arc.source != arc.target ? 1 : 0;
  }
  if (offsets == OffsetKind::offsets32) return build<W, std::uint32_t>(vertices, blocks, mirrored, edges);
  return build<W, std::uint64_t>(vertices, blocks, mirrored, edges);
}

template OwnedCsr build_csr<std::int32_t>(Vertex, std::span<const std::span<const Arc<std::int32_t>>>, bool,
                                          OffsetKind);
template OwnedCsr build_csr<float>(Vertex, std::span<const std::span<const Arc<float>>>, bool, OffsetKind);

OwnedCsc transpose(const AnyCsr& csr) {
  return visit(csr, []<class W, class O>(const CsrView<W, O>& view) -> OwnedCsc {
    auto arrays = sort_by_key<W, O>(view.vertices, view.edges, [&](auto&& f) {
      for (Vertex u = 0; u < view.vertices; ++u)
        for (O e = view.begin(u); e < view.end(u); ++e) f(view.targets[e], u, view.weights[e]);
    });
    CscView<W, O> csc{view.vertices, view.edges, arrays->offsets.get(), arrays->ends.get(), arrays->weights.get()};
    return {csc, std::move(arrays)};
  });
}

OwnedSources edge_sources(const AnyCsr& csr) {
  return visit(csr, []<class W, class O>(const CsrView<W, O>& view) -> OwnedSources {
    std::shared_ptr<Vertex[]> sources = std::make_shared_for_overwrite<Vertex[]>(view.edges);
    for (Vertex u = 0; u < view.vertices; ++u)
      for (O e = view.begin(u); e < view.end(u); ++e) sources[e] = u;
    const Vertex* const data = sources.get();
    return {data, std::move(sources)};
  });
}

}  // namespace wayfront::host
