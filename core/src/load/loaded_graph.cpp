#include "load/loaded_graph.hpp"

#include <utility>

#include "graph/graph_inspection.hpp"
#include "graph/steps/graph_steps.hpp"
#include "load/choice/weight_choice.hpp"

namespace wayfront::host {

void finish_graph(GraphInSteps graph, const GraphRequest& request, LoadedGraph& loaded, RunContext& context) {
  apply(request.steps, graph, context);
  loaded.weights_reason = request.weights ? "requested" : choose_weights(graph, context);
  for (const GraphStep& step : request.steps) loaded.steps.push_back(describe(step));
  if (!graph.original_vertices.empty()) {
    loaded.ids = loaded.ids.selected(graph.original_vertices);
    loaded.coordinates = loaded.coordinates.selected(graph.original_vertices);
  }
  loaded.directed = graph.directed;
  const Inspection found = inspect(graph.csr.view, &context);
  loaded.graph = std::make_shared<const StoredGraph>(std::move(graph.csr), found.weights, context.threads());
  loaded.digest = found.digest.hex();
}

}  // namespace wayfront::host
