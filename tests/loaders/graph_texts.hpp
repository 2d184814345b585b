// Loaded graphs as texts, in the file's ids, to be compared.
#pragma once

#include <fmt/format.h>

#include "../test.hpp"
#include "graph/places/vertex_points.hpp"
#include "load/loaded_graph.hpp"

namespace wayfront::host {

/// "1>2:5 1>3:7": the arcs in the order of the rows.
inline std::string arcs_text(const LoadedGraph& loaded) {
  std::string text;
  visit(loaded.graph->csr(), [&]<class W, class O>(const CsrView<W, O>& view) {
    for (Vertex u = 0; u < view.vertices; ++u)
      for (O e = view.begin(u); e < view.end(u); ++e)
        text += fmt::format("{}{}>{}:{}", text.empty() ? "" : " ", loaded.ids[u], loaded.ids[view.targets[e]],
                            view.weights[e]);
  });
  return text;
}

/// "geographic 7:1,2 9:-", "none" without coordinates.
inline std::string places_text(const LoadedGraph& loaded) {
  if (!loaded.coordinates) return "none";
  std::string text = loaded.coordinates.geographic() ? "geographic" : "plane";
  for (Vertex v = 0; v < loaded.coordinates.points().size(); ++v) {
    const Point& point = loaded.coordinates[v];
    text += fmt::format(" {}:", loaded.ids[v]);
    text += is_known(point) ? fmt::format("{},{}", point.x, point.y) : "-";
  }
  return text;
}

}  // namespace wayfront::host
