#include "load/asked_graph.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "graph/steps/graph_steps.hpp"

namespace wayfront::host {
namespace {

/// `change` gets the graph in steps; `step` describes it in reports.
template <class Change>
LoadedGraph changed(const LoadedGraph& loaded, std::string step, RunContext& context, Change&& change) {
  LoadedGraph other = loaded;
  GraphInSteps graph{{loaded.graph->csr(), loaded.graph}, loaded.directed};
  change(graph);
  finish_graph(std::move(graph), {}, loaded.graph->info().weights, other, context);
  other.steps.push_back(std::move(step));
  other.cache_key.clear();
  other.file.reset();
  return other;
}

}  // namespace

LoadedGraph reversed_graph(const LoadedGraph& loaded, RunContext& context) {
  return changed(loaded, "direction to: reversed", context,
                 [&](GraphInSteps& graph) { steps::apply(TransposeStep{}, graph, context); });
}

LoadedGraph graph_with_virtual_source(const LoadedGraph& loaded, std::span<const Vertex> sources, RunContext& context) {
  const std::string name = fmt::format("the nearest of {} sources", sources.size());
  LoadedGraph other =
      changed(loaded, fmt::format("mode nearest: a virtual source with arcs to {} vertices", sources.size()), context,
              [&](GraphInSteps& graph) { steps::add_virtual_source(sources, graph, context); });
  other.ids = loaded.ids.with_virtual_vertex(other.graph->info().vertices, name);
  other.coordinates = loaded.coordinates.with_another_vertex();
  return other;
}

}  // namespace wayfront::host
