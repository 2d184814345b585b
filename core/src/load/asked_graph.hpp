// The graph on which a question is solved, where that is not the loaded one: turned around for distances to the sources,
// with a virtual source for the distance to the nearest of them, with other weights.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/big_array.hpp"
#include "load/loaded_graph.hpp"

namespace wayfront::host {

/// The graph with every arc reversed. Throws UserError (input) if there is not enough memory; Cancelled.
LoadedGraph reversed_graph(const LoadedGraph& loaded, RunContext& context);

/// The graph with one more vertex, the last, from which arcs of weight 0 lead to `sources`; its id is a phrase. Throws
/// as reversed_graph().
LoadedGraph graph_with_virtual_source(const LoadedGraph& loaded, std::span<const Vertex> sources, RunContext& context);

/// The graph with a weight for each of its arcs, of any type, without those that get unreached<W>: they are closed.
/// Each direction of an edge is an arc of its own from then on. Throws as reversed_graph(), and UserError (input),
/// which names the arc, for a weight that no graph has.
template <WeightType W>
LoadedGraph graph_with_weights(const LoadedGraph& loaded, BigArray<W> weights, RunContext& context);

/// The arcs from one vertex to another: several if they are parallel.
std::vector<std::uint64_t> arcs_between(const Graph& graph, Vertex from, Vertex to);

}  // namespace wayfront::host
