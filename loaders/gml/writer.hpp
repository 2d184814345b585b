// Writes a graph in the format of this loader.
#pragma once

#include "wayfront/loader.hpp"
#include "wayfront/run.hpp"

namespace wayfront::gml {

/// Throws Unsupported for names that the format cannot hold.
void write(const SaveRequest& request, RunContext& context);

}  // namespace wayfront::gml
