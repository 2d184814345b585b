// Writes one Galois file.
#pragma once

#include <cstdint>

#include "wayfront/loader.hpp"

namespace wayfront::galois {

/// `version` is 1 or 2. Weights have the type and the bytes that they have in the graph.
void write(std::uint64_t version, const SaveRequest& request, RunContext& context);

}  // namespace wayfront::galois
