// Writes a sparse matrix of SciPy.
#pragma once

#include "wayfront/loader.hpp"

namespace wayfront::npz {

/// A CSR matrix, its arrays stored. Without weights its entries are truth values. Throws Unsupported for ids with gaps and names.
void write(const SaveRequest& request, RunContext& context);

}  // namespace wayfront::npz
