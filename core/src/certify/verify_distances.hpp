// The walk over tight arcs, for certify() and answers with Outcome::solved. Only verify.cpp calls it.
#pragma once

#include "certify/certificate.hpp"
#include "graph/vertex_ids.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host::detail {

/// Checks output.distances and, if given, output.predecessors. `tree` and `ids` as in certify().
template <WeightType W, OffsetType O>
Certificate certify_distances(const CsrView<W, O>& csr, Vertex source, const Output& output, Vertex* tree,
                              const VertexIds& ids);

}  // namespace wayfront::host::detail
