// New York's roads from their file, adopted again from arrays, against distances that other programs computed.
#include <nlohmann/json.hpp>

#include "../test.hpp"
#include "wayfront/wayfront.hpp"

namespace wayfront {

TEST_CASE(
    "New York's roads: the distances of independent programs, from the file and from arrays, in a batch and alone") {
  const std::filesystem::path data = WAYFRONT_SHARED_DATA;
  if (!std::filesystem::exists(data / "reference.json")) {
    MESSAGE("skipped: no data in " << data.string());
    return;
  }
  std::ifstream file(data / "reference.json");
  const nlohmann::json reference = nlohmann::json::parse(file).at("USA-road-d.NY/USA-road-d.NY.gr");
  const Library library;
  const SharedGraph graph = library.load(data / reference.at("files").at(0).get<std::string>());
  CHECK(graph.vertices() == reference.at("n_ids"));
  CHECK(graph.arcs() == reference.at("m"));
  const SharedGraph adopted = library.adopt({.offsets = std::get<std::span<const std::uint32_t>>(graph.offsets()),
                                             .targets = graph.targets(),
                                             .weights = graph.weights<std::int32_t>()},
                                            std::make_shared<const SharedGraph>(graph));
  CHECK(adopted.digest() == graph.digest());
  const nlohmann::json& runs = reference.at("results").at(0).at("runs");
  std::vector<Vertex> sources;
  for (const nlohmann::json& run : runs) sources.push_back(graph.vertex(run.at("source_orig").get<std::uint64_t>()));
  for (const char* plugin : {"dijkstra", "delta-stepping"}) {
    CAPTURE(plugin);
    const Result batch = library.solver(adopted, plugin).solve(sources, {.predecessors = true});
    Solver solver = library.solver(graph, plugin);
    for (std::size_t row = 0; row < sources.size(); ++row) {
      const Result alone = solver.solve(sources[row]);
      const auto distances = batch.distances<std::int32_t>(row);
      CHECK(std::ranges::equal(distances, alone.distances<std::int32_t>()));
      std::int64_t sum = 0;
      for (const std::int32_t distance : distances) sum += distance;  // all are reached
      CHECK(sum == runs[row].at("sum"));
      for (const auto& [vertex, distance] : runs[row].at("samples0").items()) {
        const auto v = static_cast<Vertex>(std::stoul(vertex));
        CHECK(distances[v] == distance);
        CHECK(batch.path(v, row).length == distance);
      }
    }
  }
}

}  // namespace wayfront
