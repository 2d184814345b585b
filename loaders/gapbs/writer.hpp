// Writes one GAPBS file.
#pragma once

#include "wayfront/loader.hpp"

namespace wayfront::gapbs {

/// .wsg with weights, .sg without. Throws Unsupported for weights other than int32, more than 2^31 vertices, and a suffix that
/// contradicts the graph.
void write(const SaveRequest& request, RunContext& context);

}  // namespace wayfront::gapbs
