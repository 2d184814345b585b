// Rows of distances, reduced and checked on the device.
#pragma once

#include <vector>

#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// `rows` one behind the other, by a block of `block` threads each, as problem.source, limit and within say.
template <WeightType W, OffsetType O>
std::vector<Reduction<W>> judged_on_device(const CsrView<W, O>& csr, const Problem& problem, const std::vector<W>& rows,
                                           unsigned block);

}  // namespace wayfront::host
