// Whether a list of arcs has some arc in both directions.
#pragma once

#include "vertices.hpp"
#include "wayfront/run.hpp"

namespace wayfront::edge_list {

/// Looks at some thousand pairs of vertices, chosen by a hash of both ends, so that an arc and its reverse are looked
/// at together; at all of a small list. Self-loops do not count. In one pass, without a copy of the arcs.
template <WeightType W>
bool any_arc_has_its_reverse(const CollectedArcs<W>& arcs, RunContext& context);

}  // namespace wayfront::edge_list
