// Writes an array of arcs.
#pragma once

#include "wayfront/loader.hpp"

namespace wayfront::npy {

/// Of int64, or of float64 if the weights are floats. Throws Unsupported for names, for vertices without arcs, and for ids
/// that the type does not hold.
void write(const SaveRequest& request, RunContext& context);

}  // namespace wayfront::npy
