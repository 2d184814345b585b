// Writes one Matrix Market file.
#pragma once

#include "wayfront/loader.hpp"

namespace wayfront::matrix_market {

/// Every arc as an entry of a general matrix: integer, real, or for a graph without weights pattern.
void write(const SaveRequest& request, RunContext& context);

}  // namespace wayfront::matrix_market
