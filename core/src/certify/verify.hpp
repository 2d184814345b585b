// The certificate: decides from the graph and the answer alone whether the answer is correct, in O(n + m).
//
// Distances d are correct if and only if d[s] = 0, no arc shortens a distance (d[v] <= d[u] + w), and a breadth-first
// walk from s along tight arcs (d[v] = d[u] + w) reaches exactly the vertices with a finite distance. One walk checks
// all of it: it scans the arcs of each vertex it reaches, and a finite vertex that it never reaches is wrong. The
// walk's tree is a shortest-path tree, so it also gives the predecessors.
#pragma once

#include "certify/certificate.hpp"
#include "graph/vertex_ids.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// Judges `output` for `source`. With outcome negative_cycle: walks the cycle (arcs exist, closed, reachable, exact sum
/// below 0). If output.predecessors is given, they must be tight arcs that form a tree. `tree`, if not null, has |V|
/// entries and receives predecessors (no_vertex for the source and unreached vertices). Reasons name vertices by their
/// `ids`.
Certificate certify(const Graph& graph, Vertex source, const Output& output, Vertex* tree, const VertexIds& ids = {});

}  // namespace wayfront::host
