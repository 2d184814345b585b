#include "load/asked_graph.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include "base/refusal.hpp"
#include "graph/rows_view.hpp"
#include "graph/steps/graph_steps.hpp"
#include "graph/steps/rows.hpp"
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
  const W* const all = weights.get();
  const W* const end = all + rows.edges;
  constexpr W lowest = std::is_floating_point_v<W> ? -unreached<W> : std::numeric_limits<W>::lowest();
  if (const W* const odd = std::find_if_not(all, end, [](W weight) { return weight > lowest; }); odd != end) {
    const auto arc = static_cast<std::uint64_t>(odd - all);
    fail(ExitCode::input, "{}: the new weight of arc {}, from vertex {} to vertex {}, is {}, which no weight may be",
         loaded.name, arc, loaded.ids.text(rows.row_of(arc)), loaded.ids.text(rows.targets[arc]), *odd);
  }
  const bool some_are_closed = std::find(all, end, unreached<W>) != end;
  LoadedGraph other = changed(loaded, "other weights", context, [&](GraphInSteps& graph) {
    graph.csr = with_weights(loaded.graph->owned_csr(), std::move(weights));
    if (some_are_closed)
      graph.csr = steps::chosen_arcs(rows_view<W>(graph.csr.view), context, "closing arcs",
                                     [all](Vertex, std::uint64_t e) { return all[e] != unreached<W>; });
    graph.directed = true;
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
