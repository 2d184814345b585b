// What holds for every graph that loading gives, whatever the file.
#pragma once

#include <string>
#include <string_view>

#include "base/errors.hpp"
#include "graph/places/vertex_points.hpp"
#include "load/loaded_graph.hpp"
#include "memory_file.hpp"

namespace wayfront {

inline void check_graph(const host::LoadedGraph& loaded) {
  const GraphInfo& info = loaded.graph->info();
  visit(loaded.graph->csr(), [&](const auto& csr) {
    if (csr.vertices != info.vertices || csr.edges != info.edges) fault("the counts differ");
    if (csr.vertices == 0) return;
    if (csr.offsets[0] != 0 || csr.offsets[csr.vertices] != csr.edges) fault("the offsets do not span the arcs");
    for (Vertex u = 0; u < csr.vertices; ++u) {
      if (csr.offsets[u] > csr.offsets[u + 1]) fault("an offset falls");
      for (auto e = csr.begin(u); e < csr.end(u); ++e) {
        if (csr.targets[e] >= csr.vertices) fault("an arc leads out of the graph");
        const auto weight = static_cast<double>(csr.weights[e]);
        if (!(weight >= info.min_weight && weight <= info.max_weight)) fault("a weight is out of bounds");
      }
    }
  });
  if (!loaded.coordinates) return;
  if (loaded.coordinates.points().size() != info.vertices) fault("there is not one point for each vertex");
  if (host::fault_in(loaded.coordinates.view())) fault("a point is not a place");
}

/// Calls load(), whose graph must hold together, or whose error must be the input's and have `name` in it.
template <class Load>
void check_load(Load&& load, std::string_view name = "") {
  try {
    check_graph(load());
  } catch (const host::UserError& error) {
    if (error.code() != host::ExitCode::input) fault("a file's fault has another exit code than 3");
    if (std::string_view(error.what()).find(name) == std::string_view::npos) fault("an error does not name the file");
  }
}

}  // namespace wayfront
