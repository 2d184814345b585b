// The graph on which a question is solved, where that is not the loaded one: turned around for distances to the sources,
// with a virtual source for the distance to the nearest of them.
#pragma once

#include <span>

#include "load/loaded_graph.hpp"

namespace wayfront::host {

/// The graph with every arc reversed. Throws UserError (input) if there is not enough memory; Cancelled.
LoadedGraph reversed_graph(const LoadedGraph& loaded, RunContext& context);

/// The graph with one more vertex, the last, from which arcs of weight 0 lead to `sources`; its id is a phrase. Throws
/// as reversed_graph().
LoadedGraph graph_with_virtual_source(const LoadedGraph& loaded, std::span<const Vertex> sources, RunContext& context);

}  // namespace wayfront::host
