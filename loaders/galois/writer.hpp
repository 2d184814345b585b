// Writes one Galois file.
#pragma once

#include <cstdint>

#include "wayfront/loader.hpp"

namespace wayfront::galois {

/// `version` is 1 or 2. Weights are 4 bytes, int32 or float32 as the graph has them.
void write(std::uint64_t version, const SaveRequest& request, RunContext& context);

}  // namespace wayfront::galois
