// The certificate: whether an answer is right, decided from the graph and the answer alone, in O(n + m).
//
// Distances d are right exactly when d[s] = 0, no arc shortens a distance (d[v] <= d[u] + w), and a breadth-first walk
// from s along tight arcs (d[v] = d[u] + w) reaches exactly the vertices with a finite distance. One walk checks all of
// it: it scans the arcs of each vertex it reaches, and a finite vertex that it never reaches is wrong by itself. The
// walk's tree is a shortest-path tree, so predecessors come with it.
#pragma once

#include <cstdint>
#include <string>

#include "graph/vertex_ids.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

enum class Verdict : std::uint8_t {
  right,
  wrong,      // the answer contradicts the graph, or an entry was not written
  overflow,   // a shortest distance does not fit the weight type
  undecided,  // float weights: a negative cycle within rounding of zero
};

struct Certificate {
  Verdict verdict = Verdict::right;
  std::string reason{};             // one sentence, empty when right
  Vertex reached = 0;               // vertices with a finite distance, the source among them
  double distance_sum = 0;          // of the finite distances; of integers exact up to 2^53
  double distance_most = 0;         // the largest finite distance
  std::uint64_t reached_edges = 0;  // out-edges of those: the m of TEPS (directed count)
  std::string digest{};             // of the distances, hexadecimal; equal for equal answers
};

/// Fills the buffers of `output` with values that no correct answer holds (lowest integer, a NaN of our own, no_vertex
/// - 1), and resets outcome, cycle and work.
void poison(Output& output);

/// Judges `output` for `source`. With outcome negative_cycle: walks the cycle (arcs exist, closed, reachable, exact sum
/// below 0). Where output.predecessors is given they must be tight arcs that form a tree. `tree`, if not null, has |V|
/// entries and receives predecessors (no_vertex for the source and unreached vertices). Reasons call
/// vertices by their `ids`.
Certificate certify(const Graph& graph, Vertex source, const Output& output, Vertex* tree, const VertexIds& ids = {});

}  // namespace wayfront::host
