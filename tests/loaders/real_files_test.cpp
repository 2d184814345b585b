// Real road networks, where the data folder beside the project is there.
#include "../real_graphs.hpp"
#include "load/loaded_graph.hpp"

namespace wayfront::host {
namespace {

/// Loads a file and compares its counts and weights with the reference answers. Distances: plugins/reference_test.cpp.
void compare(std::string_view key, const std::string& weighting, WeightRule::Kind rule) {
  if (!real_graphs_here()) return;
  const nlohmann::json graph = reference_answers().at(std::string(key));
  const LoadedGraph loaded = load_real_graph(graph.at("files").at(0).get<std::string>(), rule);
  CHECK(loaded.compression == "xz");
  CHECK(loaded.directed == graph.at("directed").get<bool>());
  CHECK(loaded.graph->info().vertices == graph.at("n_ids").get<Vertex>());
  bool found = false;
  for (const nlohmann::json& result : graph.at("results")) {
    if (result.at("weights") != weighting) continue;
    found = true;
    CHECK(loaded.graph->info().edges == result.at("arcs_used").get<std::uint64_t>());
    CHECK(loaded.graph->info().min_weight == result.at("min_w").get<double>());
    CHECK(loaded.graph->info().max_weight == result.at("max_w").get<double>());
  }
  CHECK(found);
}

TEST_CASE("New York: a road network with weights") {
  compare("USA-road-d.NY/USA-road-d.NY.gr", "file", WeightRule::Kind::none);
}

TEST_CASE("Rome: long comments, parallel arcs") { compare("rome99/rome99.gr", "file", WeightRule::Kind::none); }

TEST_CASE("Florida: undirected, without weights, hash1000 and unit") {
  compare("USA-road-topology/USA-road-FLA.pace.gr", "hash1000", WeightRule::Kind::hash1000);
  compare("USA-road-topology/USA-road-FLA.pace.gr", "unit", WeightRule::Kind::constant);
}

TEST_CASE("of three formats called .gr, DIMACS takes its own") {
  if (!real_graphs_here()) return;
  CHECK_THROWS_WITH(load_real_graph("rome99/rome99.galois-binary.gr.xz", WeightRule::Kind::none),
                    doctest::Contains("no loader recognises it"));
}

}  // namespace
}  // namespace wayfront::host
