// An upper bound of the lengths of all shortest paths: whether an integer type can hold every distance.
#pragma once

#include "graph/weight_kind.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// No shortest path is longer than this, nor, with negative weights, shorter than its negative. For graphs with integer
/// weights; throws Unsupported for floats. First the sum of all absolute weights; if that is above `enough`, the sum of
/// the heaviest arc out of each vertex, which a shortest path leaves at most once; if that is still above and no weight
/// is negative, ways through one vertex, on all threads; and if that is above, too, a search of the strongly connected
/// components with one thread. The smallest bound counts. `symmetric`: each arc has its reverse, with the same weight,
/// so that no transpose is built. Throws std::bad_alloc; Cancelled.
Int128 path_bound(const AnyCsr& csr, Int128 enough, bool symmetric, RunContext& context);

}  // namespace wayfront::host
