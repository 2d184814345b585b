// Every entry of the reference answers that a DIMACS file covers, by every CPU plugin: number reached, sum,
// maximum, sample distances, and the checksum of all of them. Skipped where the data folder is not there.
#include "../real_graphs.hpp"
#include "reference_runs.hpp"

namespace wayfront::host {
namespace {

struct Contestant {
  const char* file;
  const char* options;
  Vertex max_vertices;  // larger graphs would take it too long
};
constexpr Contestant contestants[] = {
    {WAYFRONT_DIJKSTRA, "", no_vertex},
    {WAYFRONT_DIJKSTRA, "queue = 'dary'", no_vertex},
    {WAYFRONT_BOOST_DIJKSTRA, "", no_vertex},
    {WAYFRONT_CRAUSER_CPU, "", 500'000},
    {WAYFRONT_CRAUSER_CPU, "criterion = 'in_or_out'", 500'000},
    {WAYFRONT_CRAUSER_CPU, "criterion = 'martin'\ndirection = 'predecessors'\nfrontier = 'flags'", 5000},
    {WAYFRONT_BELLMAN_FORD, "", 500'000},
    {WAYFRONT_BELLMAN_FORD, "representation = 'edge_list'", 5000},
    {WAYFRONT_BELLMAN_FORD, "representation = 'matrix'", 5000},
    {WAYFRONT_BELLMAN_FORD_TARJAN, "", no_vertex},
    {WAYFRONT_BOOST_BELLMAN_FORD, "", 5000},
    {WAYFRONT_JOHNSON, "", 500'000},
    {WAYFRONT_CPU_BELLMAN_FORD, "threads = 2", 500'000},
    {WAYFRONT_CPU_BELLMAN_FORD, "variant = 'mask'\nthreads = 2", 5000},
    {WAYFRONT_CPU_BELLMAN_FORD, "variant = 'naive'\nthreads = 2", 5000},
    {WAYFRONT_DELTA_STEPPING, "threads = 1", no_vertex},
    {WAYFRONT_DELTA_STEPPING, "threads = 4", no_vertex},
    {WAYFRONT_RHO_STEPPING, "threads = 1", no_vertex},
    {WAYFRONT_RHO_STEPPING, "threads = 4", no_vertex},
    {WAYFRONT_STEPPING_BELLMAN_FORD, "threads = 2", 500'000},
#ifdef WAYFRONT_LEMON_DIJKSTRA
    {WAYFRONT_LEMON_DIJKSTRA, "", no_vertex},
    {WAYFRONT_LEMON_BELLMAN_FORD, "", 5000},
#endif
#ifdef WAYFRONT_IGRAPH
    {WAYFRONT_IGRAPH, "", no_vertex},
    {WAYFRONT_IGRAPH, "algorithm = 'bellman_ford'", 5000},
#endif
};

void compare(const LoadedGraph& loaded, const nlohmann::json& run) {
  const Vertex vertices = loaded.graph->info().vertices;
  for (const Contestant& contestant : contestants) {
    if (vertices > contestant.max_vertices) continue;
    CAPTURE(contestant.file);
    CAPTURE(contestant.options);
    compare_run<std::int32_t>(loaded, run, loaded.ids.first(), vertices, contestant.file, contestant.options);
  }
}

TEST_CASE("all reference answers on DIMACS files") {
  if (!real_graphs_here()) return;
  const nlohmann::json reference = reference_answers();
  for (const char* key : {"USA-road-d.NY/USA-road-d.NY.gr", "rome99/rome99.gr",
                          "USA-road-topology/USA-road-FLA.pace.gr", "gapbs-test/4.gr"}) {
    CAPTURE(key);
    const nlohmann::json& graph = reference.at(key);
    int compared = 0;
    for (const nlohmann::json& result : graph.at("results")) {
      const std::string weighting = result.at("weights");
      CAPTURE(weighting);
      const LoadedGraph loaded = load_real_graph(graph.at("files").at(0).get<std::string>(), rule_of(weighting));
      const bool weights_of_file = weighting == "file";
      if (weights_of_file != loaded.weighted || result.at("directed") != loaded.directed) continue;
      for (const nlohmann::json& run : result.at("runs")) compare(loaded, run), ++compared;
    }
    CHECK(compared > 0);
  }
}

}  // namespace
}  // namespace wayfront::host
