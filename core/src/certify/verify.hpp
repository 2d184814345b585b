// The certificate: decides from the graph and the answer alone whether the answer is correct, in O(n + m).
//
// Distances d are correct if and only if d[s] = 0, no arc shortens a distance (d[v] <= d[u] + w), and a breadth-first
// walk from s along tight arcs (d[v] = d[u] + w) reaches exactly the vertices with a finite distance. One walk checks
// all of it: it scans the arcs of each vertex it reaches, and a finite vertex that it never reaches is wrong. The
// walk's tree is a shortest-path tree, so it also gives the predecessors.
//
// An answer that is exact up to a distance L is judged in the same way, with the vertices at distance <= L in place of
// the finite ones, and with those arcs alone whose sum is <= L. Weights must not be negative then: on the way to a
// vertex at distance <= L, all vertices have such a distance, too. See docs/verify.md.
#pragma once

#include <cstdint>

#include "certify/asked.hpp"
#include "certify/certificate.hpp"
#include "certify/crew.hpp"
#include "graph/vertex_ids.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// Judges one row of `output`: right up to output.exact_to (everywhere, if that is null), and that is far enough for
/// the question. With outcome negative_cycle: walks the cycle (arcs exist, closed, reachable from the question's
/// source, exact sum below 0). If output.predecessors is given, they must be tight arcs that form a tree. All figures
/// of the certificate, and `tree`, are those of the answer after cut(), which changes the output itself. `tree`, if not
/// null, has |V| entries and receives predecessors (no_vertex for the source and unreached vertices). Reasons name
/// vertices by their `ids`. The threads of `crew`, for which an Arena is enough, share the work; the result does
/// not depend on their number.
Certificate certify(const Graph& graph, const Problem& question, const Output& output, std::uint32_t row, Vertex* tree,
                    Crew crew, const VertexIds& ids = {});

/// The same for the first row and all distances from `source`.
Certificate certify(const Graph& graph, Vertex source, const Output& output, Vertex* tree, Crew crew,
                    const VertexIds& ids = {});

}  // namespace wayfront::host
