// A virtual vertex from which arcs of weight 0 lead to several vertices: the distance from it is the distance to the
// nearest of them, so any algorithm for one source answers "which is the nearest".
#pragma once

#include <span>

#include "graph/steps/graph_step.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// Adds the vertex as the last one. Throws UserError (input) if there is no room for another vertex, or not enough
/// memory; Cancelled.
void add_virtual_source(std::span<const Vertex> sources, GraphInSteps& graph, RunContext& context);

}  // namespace wayfront::host
