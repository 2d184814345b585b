// Every entry of the reference answers that a file other than DIMACS covers: number reached, sum, maximum, sample
// distances, the checksum of all of them, and negative cycles. Then answers that others published, vertex by vertex.
// Skipped where the data folder is not there.
#include <nlohmann/json.hpp>
#include <sstream>

#include "../loaders/load_and_save.hpp"
#include "../real_graphs.hpp"
#include "files/input.hpp"
#include "load/loaded_graph.hpp"
#include "reference_runs.hpp"

namespace wayfront::host {
namespace {

const char* plugin_for(const LoadedGraph& loaded) {
  return loaded.graph->info().min_weight < 0 ? WAYFRONT_BELLMAN_FORD_TARJAN : WAYFRONT_DIJKSTRA;
}

/// Compares every result of `key`; `options` are of the loader, which must be the one found by content.
void compare(const std::string& key, const std::string& loader, const std::string& options = "") {
  CAPTURE(key);
  const nlohmann::json graph = reference_answers().at(key);
  const std::filesystem::path file = shared_data / graph.at("files").at(0).get<std::string>();
  for (const nlohmann::json& result : graph.at("results")) {
    const std::string weighting = result.at("weights");
    CAPTURE(weighting);
    const bool whole = all_whole(result);
    const LoadedGraph loaded = load(file, {.loader = options.empty() ? "" : loader,
                                           .options = options,
                                           .weights = whole ? WeightKind::int32 : WeightKind::float32,
                                           .missing_weights = rule_of(weighting)});
    CHECK(loaded.loader == loader);
    CHECK(loaded.weighted == (weighting == "file"));
    CHECK(loaded.directed == result.at("directed").get<bool>());
    CHECK(loaded.graph->info().vertices == graph.at("n_ids").get<Vertex>());
    CHECK(loaded.graph->info().edges == result.at("arcs_used").get<std::uint64_t>());
    CHECK(loaded.graph->info().min_weight == doctest::Approx(result.at("min_w").get<double>()));
    CHECK(loaded.graph->info().max_weight == doctest::Approx(result.at("max_w").get<double>()));
    for (const nlohmann::json& run : result.at("runs"))
      if (whole)
        compare_run<std::int32_t>(loaded, run, graph.at("id_base"), graph.at("n_ids"), plugin_for(loaded));
      else
        compare_run<float>(loaded, run, graph.at("id_base"), graph.at("n_ids"), plugin_for(loaded));
  }
}

TEST_CASE("Galois binary files") {
  if (!real_graphs_here()) return;
  compare("rome99/rome99.galois-binary.gr", "galois");
  compare("rome99/srome99.galois-binary.gr", "galois");
}

TEST_CASE("METIS files") {
  if (!real_graphs_here()) return;
  for (const char* key :
       {"networkit/4elt.graph", "networkit/power.graph", "networkit/lesmis.graph", "networkit/celegans_metabolic.graph",
        "dimacs10/rgg_n_2_15_s0.graph", "dimacs10/delaunay_n15.graph", "dimacs10/delaunay_n10.graph"})
    compare(key, "metis");
}

TEST_CASE("METIS files that list edges at one end only are refused, and read where an option says how") {
  if (!real_graphs_here()) return;
  for (const char* key : {"gapbs-test/4.graph", "gapbs-test/4w.graph"}) {
    CHECK_THROWS_WITH_AS(load(shared_data / key),
                         doctest::Contains(":3: vertex 1 lists 2, but vertex 2 does not list 1"), UserError);
    compare(key, "metis", "entries = 'upper'");
    // as the program that they are from reads them
    const LoadedGraph directed = load(shared_data / key, {.loader = "metis", .options = "entries = 'directed'"});
    CHECK(directed.graph->info().vertices == 14);
    CHECK(directed.graph->info().edges == 53);
  }
}

TEST_CASE("TNTP networks") {
  if (!real_graphs_here()) return;
  for (const char* key : {"tntp/Sydney_net.tntp", "tntp/ChicagoRegional_net.tntp", "tntp/Anaheim_net.tntp"})
    compare(key, "tntp");
  compare("tntp/SiouxFalls_net.tntp", "tntp");
}

TEST_CASE("real graphs written in every format, and read again") {
  if (!real_graphs_here()) return;
  const LoadedGraph rome = load(shared_data / "rome99/rome99.gr.xz", {.missing_weights = WeightRule::Kind::none});
  const Scratch scratch;
  for (const char* format : {"dimacs", "matrix-market", "galois", "gapbs", "edge-list"}) {
    CAPTURE(format);
    save(rome, scratch.path() / format, format);
    CHECK(load(scratch.path() / format).digest == rome.digest);
  }
  // byte for byte what Galois wrote
  const auto original = shared_data / "rome99/rome99.galois-binary.gr.xz";
  REQUIRE(std::system(
              ("xz -dc '" + original.string() + "' | cmp - '" + (scratch.path() / "galois").string() + "'").c_str()) ==
          0);
}

/// `options` are of edge-list; "": the loader is found by content.
LoadedGraph load_text(const std::string& file, const std::string& options, WeightKind weights,
                      WeightRule::Kind missing) {
  return load(shared_data / file, {.loader = options.empty() ? "" : "edge-list",
                                   .options = options,
                                   .weights = weights,
                                   .missing_weights = missing});
}

int compare_with(const nlohmann::json& graph, const nlohmann::json& result, const std::string& options) {
  const std::string weighting = result.at("weights");
  const std::string file = graph.at("files").at(0);
  const std::string columns = file.starts_with("bitcoin-otc/") ? "weight = 3\n" : "";  // the fourth one is a time
  const bool whole = all_whole(result);
  const LoadedGraph loaded =
      load_text(file, columns + options, whole ? WeightKind::int32 : WeightKind::float32, rule_of(weighting));
  CAPTURE(loaded.loader);
  if (options.empty() && loaded.directed != result.at("directed")) return 0;
  CHECK(loaded.weighted == (weighting == "file"));
  CHECK(loaded.directed == result.at("directed"));
  const auto base = graph.at("id_base").get<std::uint64_t>();
  const auto count = graph.at("n_ids").get<std::uint64_t>();
  const Vertex vertices = loaded.graph->info().vertices;
  CHECK((vertices == count || vertices == graph.at("n_touched").get<std::uint64_t>()));
  if (weighting == "hash1000" && vertices != count) return 0;  // it hashes indices
  for (const nlohmann::json& run : result.at("runs")) {
    if (whole)
      compare_run<std::int32_t>(loaded, run, base, count, plugin_for(loaded));
    else
      compare_run<float>(loaded, run, base, count, plugin_for(loaded));
  }
  return static_cast<int>(result.at("runs").size());
}

bool is_edge_list(const std::string& key) {
  static const std::set<std::string> others = {"networkit/foodweb-baydry.konect", "networkit/wiki-Vote.txt",
                                               "bitcoin-otc/soc-sign-bitcoinotc.csv"};
  const auto ends = [&](std::string_view suffix) { return key.ends_with(suffix); };
  if (ends(".e") || ends(".el") || ends(".wel") || others.contains(key)) return true;
  if (key.starts_with("snap/") || key.starts_with("algs4/") || key.starts_with("stanford-apsp/")) return true;
  return ends(".mtx") && (key.starts_with("walshaw/") || key.starts_with("dimacs10/"));
}

TEST_CASE("all reference answers on edge lists and Matrix Market files") {
  if (!real_graphs_here()) return;
  int graphs = 0;
  const nlohmann::json reference = reference_answers();
  for (const auto& [key, graph] : reference.items()) {
    const bool edge_list = is_edge_list(key);
    if (!edge_list && !key.ends_with(".mtx")) continue;
    CAPTURE(key);
    ++graphs;
    int compared = 0;
    for (const nlohmann::json& result : graph.at("results")) {
      CAPTURE(result.at("weights").get<std::string>());
      int here = compare_with(graph, result, "");
      if (edge_list) {
        // As the reference counts: every number from the least is a vertex
        const bool directed = result.at("directed");
        here += compare_with(graph, result,
                             "ids_from = " + std::to_string(graph.at("id_base").get<int>()) +
                                 (directed ? "\nedges = 'directed'" : "\nedges = 'undirected'"));
      }
      CHECK(here > 0);
      compared += here;
    }
    CHECK(compared > 0);
  }
  CHECK(graphs >= 43);
}

std::string whole_text(const std::string& file) {
  const auto input = open_input(shared_data / file);
  std::string text;
  for (std::string_view piece = input->lines(); !piece.empty(); piece = input->lines()) text += piece;
  return text;
}

/// Lines "id distance", as Graphalytics writes them; infinity and 2^63 - 1 mean unreached.
std::map<std::uint64_t, double> published(const std::string& file) {
  std::map<std::uint64_t, double> answers;
  std::istringstream text(whole_text(file));
  std::uint64_t id = 0;
  for (std::string value; text >> id >> value;) {
    const bool far = value == "infinity" || value == "Infinity" || value == "9223372036854775807";
    answers[id] = far ? std::numeric_limits<double>::infinity() : std::stod(value);
  }
  return answers;
}

struct Publication {
  const char* graph;
  const char* answers;
  std::uint64_t source;
  const char* options;  // of edge-list; "" where the files beside it say all
  bool unit = false;
};

TEST_CASE("published answers agree vertex by vertex, to 15 digits") {
  if (!real_graphs_here()) return;
  const Publication publications[] = {
      {"ldbc-graphalytics/example-directed.e", "ldbc-graphalytics/example-directed-SSSP", 1, ""},
      {"ldbc-graphalytics/example-undirected.e", "ldbc-graphalytics/example-undirected-SSSP", 2, ""},
      {"ldbc-graphalytics/test-sssp-directed.e", "ldbc-graphalytics/test-sssp-directed-SSSP", 1, ""},
      {"ldbc-graphalytics/test-sssp-undirected.e", "ldbc-graphalytics/test-sssp-undirected-SSSP", 1, ""},
      {"ldbc-graphalytics/validation-sssp-dir-input.e", "ldbc-graphalytics/validation-sssp-dir-output", 1, ""},
      {"ldbc-graphalytics/validation-sssp-undir-input.e", "ldbc-graphalytics/validation-sssp-undir-output", 1,
       "edges = 'undirected'"},
      {"ldbc-graphalytics/test-bfs-directed.e", "ldbc-graphalytics/test-bfs-directed-BFS", 1, "", true},
      {"ldbc-graphalytics/test-bfs-undirected.e", "ldbc-graphalytics/test-bfs-undirected-BFS", 1, "", true},
      {"ldbc-graphalytics/example-directed.e", "ldbc-graphalytics/example-directed-BFS", 1, "weight = 'none'", true},
      {"ldbc-graphalytics/validation-bfs-dir-input", "ldbc-graphalytics/validation-bfs-dir-output", 1,
       "lines = 'neighbours'", true},
      {"ldbc-graphalytics/validation-bfs-undir-input", "ldbc-graphalytics/validation-bfs-undir-output", 1,
       "lines = 'neighbours'", true},
      {"p2p-31/p2p-31.e.xz", "p2p-31/p2p-31-SSSP-directed.xz", 6, "edges = 'directed'"},
      {"p2p-31/p2p-31.e.xz", "p2p-31/p2p-31-SSSP.xz", 6, "edges = 'undirected'"},
      {"p2p-31/p2p-Gnutella31.e.xz", "p2p-31/p2p-31-BFS-directed.xz", 6, "edges = 'directed'", true},
      {"p2p-31/p2p-Gnutella31.e.xz", "p2p-31/p2p-31-BFS.xz", 6, "edges = 'undirected'", true},
  };
  for (const Publication& it : publications) {
    CAPTURE(it.answers);
    const LoadedGraph loaded = load_text(it.graph, it.options, WeightKind::float64,
                                         it.unit ? WeightRule::Kind::constant : WeightRule::Kind::none);
    const Vertex vertices = loaded.graph->info().vertices;
    const auto source = loaded.ids.find(it.source, vertices);
    REQUIRE(source);
    const Answer<double> answer = solve<double>(plugin_for(loaded), "", *loaded.graph, *source);
    REQUIRE(answer.certificate.finding == Finding::right);
    const auto expected = published(it.answers);
    CHECK(expected.size() == vertices);
    Vertex different = 0;
    for (const auto& [id, distance] : expected) {
      const auto v = loaded.ids.find(id, vertices);
      REQUIRE(v);
      const double d = answer.distances[*v];
      if (std::isinf(distance) ? !std::isinf(d) : !(std::abs(d - distance) <= 1e-15 * distance)) ++different;
    }
    CHECK(different == 0);
  }
}

}  // namespace
}  // namespace wayfront::host
