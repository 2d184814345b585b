// Checks a claimed negative cycle by walking it, for certify(). Only verify.cpp calls it.
#pragma once

#include "certify/certificate.hpp"
#include "graph/vertex_ids.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host::detail {

/// Checks output.cycle: vertices in range and each once, arcs exist (the lightest of parallel ones counts), sum below
/// 0, the source reaches it. `heaviest` is the graph's largest |weight|, for the error bound of floats; `ids` as
/// in certify().
template <WeightType W, OffsetType O>
Certificate certify_cycle(const CsrView<W, O>& csr, Vertex source, const Output& output, double heaviest,
                          const VertexIds& ids);

}  // namespace wayfront::host::detail
