// Little graphs with coordinates, and files in memory, for the tests of maps.
#pragma once

#include "../../core/output_of.hpp"
#include "graph/graph_inspection.hpp"
#include "graph/stored_graph.hpp"
#include "load/loaded_graph.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::host {

/// Ids count from 1.
template <WeightType W>
LoadedGraph placed(const std::vector<Arc<W>>& arcs, std::vector<Point> points, bool geographic = true) {
  LoadedGraph loaded;
  loaded.graph = make_graph<W>(static_cast<Vertex>(points.size()), arcs, OffsetKind::offsets32);
  loaded.name = "little";
  loaded.ids = 1;
  loaded.digest = graph_digest(*loaded.graph);
  loaded.coordinates = {std::move(points), geographic};
  return loaded;
}

class TextFile final : public FileOutput {
 public:
  std::string_view name() const noexcept override { return "text"; }
  void write(std::string_view bytes) override { text += bytes; }
  std::string text;
};

}  // namespace wayfront::host
