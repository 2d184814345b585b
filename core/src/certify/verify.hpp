// The certificate: whether an answer is right, decided from the graph and the answer alone, in O(n + m).
//
// Distances d are right exactly when d[s] = 0, no arc shortens a distance (d[v] <= d[u] + w), and a breadth-first walk
// from s along tight arcs (d[v] = d[u] + w) reaches exactly the vertices with a finite distance. One walk checks all of
// it: it scans the arcs of each vertex it reaches, and a finite vertex that it never reaches is wrong by itself. The
// walk's tree is a shortest-path tree, so predecessors come with it.
#pragma once

#include "certify/certificate.hpp"
#include "graph/vertex_ids.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// Judges `output` for `source`. With outcome negative_cycle: walks the cycle (arcs exist, closed, reachable, exact sum
/// below 0). Where output.predecessors is given they must be tight arcs that form a tree. `tree`, if not null, has |V|
/// entries and receives predecessors (no_vertex for the source and unreached vertices). Reasons call
/// vertices by their `ids`.
Certificate certify(const Graph& graph, Vertex source, const Output& output, Vertex* tree, const VertexIds& ids = {});

}  // namespace wayfront::host
