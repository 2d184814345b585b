// Building compressed sparse rows from arcs in any order, and their transpose.
#pragma once

#include <memory>
#include <span>
#include <utility>

#include "base/big_array.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/loader.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// A view and the owner of its arrays.
struct OwnedCsr {
  AnyCsr view;
  std::shared_ptr<const void> owner;
  std::shared_ptr<const void> weights{};  // the owner of the weights, where they came later than the rows
};
struct OwnedCsc {
  AnyCsc view;
  std::shared_ptr<const void> owner;
};
struct OwnedSources {
  const Vertex* sources = nullptr;
  std::shared_ptr<const void> owner;
};

/// The three arrays that rows of a graph are made in; uninitialised, because whoever makes them writes every entry.
template <class W, class O>
struct RowArrays {
  RowArrays(Vertex vertices, std::uint64_t edges)
      : offsets(make_big_array<O>(std::uint64_t{vertices} + 2)),
        ends(make_big_array<Vertex>(edges)),
        weights(make_big_array<W>(edges)) {}
  BigArray<O> offsets;  // one entry more than in a view: see sort_small in csr.cpp
  BigArray<Vertex> ends;
  BigArray<W> weights;
};

/// The rows in these arrays.
template <WeightType W, OffsetType O>
OwnedCsr csr_in(std::shared_ptr<const RowArrays<W, O>> rows, Vertex vertices, std::uint64_t edges) {
  const CsrView<W, O> view{vertices, static_cast<O>(edges), rows->offsets.get(), rows->ends.get(), rows->weights.get()};
  return {view, std::move(rows)};
}

/// The same rows with other weights, one for each arc.
template <WeightType W>
OwnedCsr with_weights(OwnedCsr csr, BigArray<W> weights) {
  csr.view = visit(csr.view, [&]<class Old, class O>(const CsrView<Old, O>& view) -> AnyCsr {
    return CsrView<W, O>{view.vertices, view.edges, view.offsets, view.targets, weights.get()};
  });
  csr.weights = std::make_shared<const BigArray<W>>(std::move(weights));
  return csr;
}

/// Arcs in several pieces of memory, one after the other.
template <WeightType W>
using ArcBlocks = std::span<const std::span<const Arc<W>>>;
template <WeightType W>
using OwnArcBlocks = std::span<const std::span<Arc<W>>>;

/// Takes the arcs of the blocks in order; rows keep this order. With `mirrored`, the reverse of each arc is added
/// (except for self-loops). Every endpoint must be below `vertices`. Throws std::bad_alloc.
template <WeightType W>
OwnedCsr build_csr(Vertex vertices, ArcBlocks<W> blocks, bool mirrored, OffsetKind offsets);

/// The same on the context's threads, with the same result. Consumes the arcs: their pages are released on the way, so
/// that there is never more than one copy of an arc in memory; the content of the blocks is undefined afterwards. They
/// must be parts of big arrays (big_array.hpp). Throws Cancelled, too.
template <WeightType W>
OwnedCsr build_csr(Vertex vertices, OwnArcBlocks<W> blocks, bool mirrored, OffsetKind offsets, RunContext& context);

/// The smallest offset kind that can represent `edges`.
constexpr OffsetKind offsets_for(std::uint64_t edges) {
  return edges <= 0xffff'ffffU ? OffsetKind::offsets32 : OffsetKind::offsets64;
}

/// A copy in private memory, on large pages if the system has them: the pages of a mapped file are small, which slows
/// down a search in random order. Throws std::bad_alloc.
OwnedCsr copy_of(const AnyCsr& csr, RunContext& context);

/// Bytes of the arrays.
std::uint64_t bytes_of(const GraphInfo& info);

/// In-edges, ordered by source within a column. Without `context` only on this thread, with the same result.
OwnedCsc transpose(const AnyCsr& csr, RunContext* context = nullptr);

/// The source of each edge, in CSR order.
OwnedSources edge_sources(const AnyCsr& csr, RunContext* context = nullptr);

}  // namespace wayfront::host
