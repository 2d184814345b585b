// Every entry of the reference answers that a text file covers, other than DIMACS: number reached, sum, maximum, sample
// distances, the checksum of all of them, and negative cycles. Then answers that others published, vertex by vertex.
// Skipped where the data folder is not there.
#include <doctest/doctest.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "../real_graphs.hpp"
#include "files/input.hpp"
#include "load/graph_store.hpp"
#include "load/loaded_graph.hpp"
#include "reference_runs.hpp"
#include "run/host_context.hpp"
#include "settings/diagnostics.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {
namespace {

const PluginRegistry& loaders() {
  static const PluginRegistry plugins = [] {
    PluginRegistry it;
    for (const char* file : {WAYFRONT_DIMACS, WAYFRONT_EDGE_LIST, WAYFRONT_MATRIX_MARKET}) it.add_file(file);
    return it;
  }();
  return plugins;
}

struct Wanted {
  WeightKind weights = WeightKind::int32;
  WeightRule::Kind missing = WeightRule::Kind::none;
  std::string edge_list_options{};  // empty: the loader is found by content
};

LoadedGraph load(const std::string& file, const Wanted& wanted) {
  GraphRequest request;
  request.path = shared_data / file;
  request.weights = wanted.weights;
  request.missing_weights.kind = wanted.missing;
  std::optional<Settings> options;
  if (!wanted.edge_list_options.empty()) {
    request.loader = "edge-list";
    const Document document(wanted.edge_list_options, "options");
    Diagnostics diagnostics;
    options = Settings::from(loaders().find(PluginKind::loader, "edge-list").options(), document.root(), "options",
                             diagnostics);
    REQUIRE_MESSAGE(diagnostics.empty(), diagnostics.text());
    request.loader_options = &*options;
  }
  HostContext context(2);
  return load_graph(request, loaders(), context);
}

int compare_with(const nlohmann::json& graph, const nlohmann::json& result, const std::string& options) {
  const std::string weighting = result.at("weights");
  const std::string file = graph.at("files").at(0);
  const std::string columns = file.starts_with("bitcoin-otc/") ? "weight = 3\n" : "";  // the fourth one is a time
  Wanted wanted{.weights = all_whole(result) ? WeightKind::int32 : WeightKind::float32,
                .edge_list_options = columns + options};
  if (weighting == "unit") wanted.missing = WeightRule::Kind::constant;
  if (weighting == "hash1000") wanted.missing = WeightRule::Kind::hash1000;
  const LoadedGraph loaded = load(file, wanted);
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
    if (wanted.weights == WeightKind::float32)
      compare_run<float>(loaded, run, base, count);
    else
      compare_run<std::int32_t>(loaded, run, base, count);
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
    const LoadedGraph loaded = load(it.graph, {.weights = WeightKind::float64,
                                               .missing = it.unit ? WeightRule::Kind::constant : WeightRule::Kind::none,
                                               .edge_list_options = it.options});
    const Vertex vertices = loaded.graph->info().vertices;
    const auto source = loaded.ids.find(it.source, vertices);
    REQUIRE(source);
    const Answer<double> answer = solve_any<double>(loaded, *source);
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
