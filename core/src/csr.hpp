// Building compressed sparse rows from arcs in any order, and their transpose.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "wayfront/graph.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::host {

/// A view and whatever keeps its arrays alive.
struct OwnedCsr {
  AnyCsr view;
  std::shared_ptr<const void> owner;
};
struct OwnedCsc {
  AnyCsc view;
  std::shared_ptr<const void> owner;
};
struct OwnedSources {
  const Vertex* sources = nullptr;
  std::shared_ptr<const void> owner;
};

/// Arcs of the blocks in order; within a row they keep that order. With `mirrored`, each arc also goes the other way
/// (a self-loop once). Every endpoint must be below `vertices`. Throws std::bad_alloc.
template <WeightType W>
OwnedCsr build_csr(Vertex vertices, std::span<const std::span<const Arc<W>>> blocks, bool mirrored, OffsetKind offsets);

/// The weights of a CSR that nobody else refers to yet, to be changed in place.
template <WeightType W, OffsetType O>
std::span<W> weights_of(OwnedCsr& csr, const CsrView<W, O>& view) {
  static_cast<void>(csr);
  return {const_cast<W*>(view.weights), view.edges};
}

/// The smallest offset kind that can count `edges`.
constexpr OffsetKind offsets_for(std::uint64_t edges) {
  return edges <= 0xffff'ffffU ? OffsetKind::offsets32 : OffsetKind::offsets64;
}

/// In-edges, ordered by source within a column.
OwnedCsc transpose(const AnyCsr& csr);

/// The source of each edge, in CSR order.
OwnedSources edge_sources(const AnyCsr& csr);

}  // namespace wayfront::host
