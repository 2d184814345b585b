// The arcs of a loaded graph, to be compared.
#pragma once

#include "../test.hpp"
#include "load/loaded_graph.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::host {

/// The arcs in the order of the rows; empty where the weights are of another type.
template <class W>
std::vector<Arc<W>> arcs_of(const LoadedGraph& loaded) {
  std::vector<Arc<W>> arcs;
  visit(loaded.graph->csr(), [&]<class V, class O>(const CsrView<V, O>& view) {
    if constexpr (std::is_same_v<V, W>) {
      for (Vertex u = 0; u < view.vertices; ++u)
        for (O e = view.begin(u); e < view.end(u); ++e) arcs.push_back({u, view.targets[e], view.weights[e]});
    }
  });
  return arcs;
}

template <class W>
bool same(const std::vector<Arc<W>>& a, const std::vector<Arc<W>>& b) {
  return std::ranges::equal(a, b, [](const Arc<W>& x, const Arc<W>& y) {
    return x.source == y.source && x.target == y.target && x.weight == y.weight;
  });
}

}  // namespace wayfront::host
