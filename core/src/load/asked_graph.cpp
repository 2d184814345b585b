#include "load/asked_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/errors.hpp"
#include "graph/rows_view.hpp"
#include "graph/steps/graph_steps.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

/// `change` gets the graph in steps; `step` describes it in reports.
template <class Change>
LoadedGraph changed(const LoadedGraph& loaded, std::string step, RunContext& context, Change&& change) {
  LoadedGraph other = loaded;
  GraphInSteps graph{{loaded.graph->csr(), loaded.graph}, loaded.directed};
  change(graph);
  finish_graph(std::move(graph), {}, loaded.graph->info().weights, other, context);
  if (other.steps.empty() || other.steps.back() != step) other.steps.push_back(std::move(step));
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

template <WeightType W>
LoadedGraph graph_with_weights(const LoadedGraph& loaded, BigArray<W> weights, RunContext& context) {
  const ArcsView rows = arcs_view(loaded.graph->csr());
  const auto is_weight = [](W weight) { return weight > -unreached<W>; };
  const W* const all = weights.get();
  if (const W* const odd = std::find_if_not(all, all + rows.edges, is_weight); odd != all + rows.edges) {
    const auto arc = static_cast<std::uint64_t>(odd - all);
    throw UserError(
        ExitCode::input,
        fmt::format("{}: the new weight of arc {}, from vertex {} to vertex {}, is {}, which no weight may be",
                    loaded.name, arc, loaded.ids.text(rows.row_of(arc)), loaded.ids.text(rows.targets[arc]), *odd));
  }
  LoadedGraph other = changed(loaded, "other weights", context, [&](GraphInSteps& graph) {
    graph.csr = loaded.graph->owned_csr();
    steps::change_weights(std::move(weights), graph, context);
  });
  other.file = loaded.file;  // rows may be mapped from it
  other.weighted = true;
  other.weight_rule.clear();
  return other;
}

template LoadedGraph graph_with_weights(const LoadedGraph&, BigArray<std::int32_t>, RunContext&);
template LoadedGraph graph_with_weights(const LoadedGraph&, BigArray<float>, RunContext&);
template LoadedGraph graph_with_weights(const LoadedGraph&, BigArray<std::int64_t>, RunContext&);
template LoadedGraph graph_with_weights(const LoadedGraph&, BigArray<double>, RunContext&);

std::vector<std::uint64_t> arcs_between(const Graph& graph, Vertex from, Vertex to) {
  const ArcsView rows = arcs_view(graph.csr());
  std::vector<std::uint64_t> found;
  for (std::uint64_t arc = rows.begin(from); arc < rows.end(from); ++arc)
    if (rows.targets[arc] == to) found.push_back(arc);
  return found;
}

}  // namespace wayfront::host
