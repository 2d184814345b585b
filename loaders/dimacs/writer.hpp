// Writes one DIMACS 9 file.
#pragma once

#include "wayfront/loader.hpp"

namespace wayfront::dimacs {

/// "p sp", every arc of the graph. Throws Unsupported for a graph without weights.
void write(const SaveRequest& request, RunContext& context);

}  // namespace wayfront::dimacs
