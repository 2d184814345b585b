#include "load/loaded_graph.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>
#include <vector>

#include "base/errors.hpp"
#include "files/input.hpp"
#include "graph/graph_inspection.hpp"
#include "graph/steps/graph_steps.hpp"
#include "load/choice/weight_choice.hpp"
#include "load/coordinates.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {

std::vector<std::filesystem::path> further_files(const GraphRequest& request) {
  std::vector<std::filesystem::path> files;
  for (const std::filesystem::path& file : {request.missing_weights.coordinates, request.coordinates})
    if (!file.empty()) files.push_back(file);
  if (request.loader.empty() || request.loader_options == nullptr) return files;
  const Settings& options = *request.loader_options;
  for (std::size_t i = 0; i < options.rows().size(); ++i)
    if (const char* const file = options.values()[i].text;
        options.rows()[i].type == OptionType::path && file != nullptr && *file != '\0')
      files.emplace_back(file);
  return files;
}

void add_coordinates(const GraphRequest& request, Input* input, Vertex vertices, LoadedGraph& loaded) {
  const auto take = [&](Input& file) {
    FileCoordinates found = read_coordinates(file, vertices, loaded.ids);
    loaded.coordinates = std::move(found.points);
    loaded.reading.push_back(std::move(found.reading));
  };
  if (!request.coordinates.empty()) return take(*open_input(request.coordinates));
  if (loaded.coordinates || input == nullptr || loaded.ids.kind() == VertexIds::Kind::names) return;
  try {
    if (Input* const beside = input->beside(".co"); beside != nullptr) take(*beside);
  } catch (const UserError& error) {
    loaded.notes.push_back(fmt::format("the coordinates beside it are not used: {}", error.what()));
  }
}

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
