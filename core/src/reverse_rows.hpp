// The transpose in parallel, as rows: for steps and statistics, before a graph is handed out.
#pragma once

#include <cstdint>
#include <memory>

#include "csr.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// Row v holds the arcs into v, with their sources as targets, in the order of those. Of the same offset kind. Does not
/// depend on the number of threads. Throws UserError (ExitCode::input) where memory is short; Cancelled.
OwnedCsr reverse_rows(const AnyCsr& csr, RunContext& context);

/// The same without weights.
template <OffsetType O>
struct InNeighbours {
  const O* offsets = nullptr;  // as of a CSR
  const Vertex* sources = nullptr;
  std::shared_ptr<const void> owner;
  O begin(Vertex v) const { return offsets[v]; }
  O end(Vertex v) const { return offsets[v + 1]; }
};
template <WeightType W, OffsetType O>
InNeighbours<O> in_neighbours(const CsrView<W, O>& view, RunContext& context);

}  // namespace wayfront::host
