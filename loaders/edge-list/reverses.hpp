// In which directions the arcs of a list go.
#pragma once

#include <cstddef>

#include "vertices.hpp"
#include "wayfront/run.hpp"

namespace wayfront::edge_list {

struct Directions {
  std::size_t pairs = 0;   // number of examined pairs of two vertices, each counted once
  bool both_ways = false;  // some pair has arcs both ways
};

/// Examines some thousand pairs of vertices, or all in a small list. A hash of both ends chooses them, so that an arc
/// and its reverse are both examined. Self-loops do not count. One pass, without a copy of the arcs.
template <WeightType W>
Directions look_at_directions(const CollectedArcs<W>& arcs, RunContext& context);

}  // namespace wayfront::edge_list
