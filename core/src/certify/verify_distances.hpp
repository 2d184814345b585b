// The walk over tight arcs behind certify(), for answers with Outcome::solved. Only verify.cpp calls it.
#pragma once

#include "certify/certificate.hpp"
#include "graph/vertex_ids.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host::detail {

/// Judges output.distances and, where given, output.predecessors. `tree` and `ids` as in certify().
template <WeightType W, OffsetType O>
Certificate certify_distances(const CsrView<W, O>& csr, Vertex source, const Output& output, Vertex* tree,
                              const VertexIds& ids);

}  // namespace wayfront::host::detail
