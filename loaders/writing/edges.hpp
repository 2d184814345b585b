// The edges of a graph to write, for formats that say whether edges have a direction.
#pragma once

#include <vector>

#include "wayfront/loader.hpp"

namespace wayfront::writing {

/// Calls take(source, target, weight) for each arc, or for each edge of an undirected graph once: an edge is then two
/// arcs, and a loop is one.
template <class F>
void each_edge(const SaveRequest& request, F&& take) {
  visit(request.graph->csr(), [&]<class W, class O>(const CsrView<W, O>& graph) {
    for (Vertex u = 0; u < graph.vertices; ++u)
      for (O e = graph.begin(u); e < graph.end(u); ++e)
        if (request.directed || u <= graph.targets[e]) take(u, graph.targets[e], graph.weights[e]);
  });
}

/// Whether there are several arcs from one vertex to another one.
inline bool has_parallel_arcs(const Graph& graph) {
  return visit(graph.csr(), []<class W, class O>(const CsrView<W, O>& view) {
    std::vector<Vertex> last(view.vertices, no_vertex);  // of each vertex: the last source of an arc to it
    for (Vertex u = 0; u < view.vertices; ++u)
      for (O e = view.begin(u); e < view.end(u); ++e) {
        if (last[view.targets[e]] == u) return true;
        last[view.targets[e]] = u;
      }
    return false;
  });
}

}  // namespace wayfront::writing
