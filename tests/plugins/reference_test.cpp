// Every entry of the reference answers, for files of all formats: number reached, sum, maximum, sample distances, the
// checksum of all of them, and negative cycles. Answers that others published: tests/cli/certify.txt. Skipped where the
// data folder is not there.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "../loaders/load_and_save.hpp"
#include "load/loaded_graph.hpp"
#include "solving.hpp"

namespace wayfront::host {
namespace reference_test {

const std::filesystem::path shared_data = WAYFRONT_SHARED_DATA;

/// Whether there are any; says so where not.
bool real_graphs_here() {
  const bool here = std::filesystem::exists(shared_data / "reference.json");
  if (!here) MESSAGE("skipped: no data in " << shared_data.string());
  return here;
}

/// By a graph's name: its "files" and its "results".
nlohmann::json reference_answers() {
  std::ifstream file(shared_data / "reference.json");
  return nlohmann::json::parse(file);
}

/// The rule by which the answers' `weighting` makes weights: "file" has its own.
WeightRule::Kind rule_of(const std::string& weighting) {
  if (weighting == "unit") return WeightRule::Kind::constant;
  return weighting == "hash1000" ? WeightRule::Kind::hash1000 : WeightRule::Kind::none;
}

/// The sha256 of one decimal distance per line, "inf" where there is no path.
std::string checksum(std::span<const std::int32_t> distances) {
  const Scratch scratch;
  const std::filesystem::path file = scratch.path() / "distances.txt";
  {
    std::ofstream text(file);
    for (const std::int32_t d : distances) (d == unreached<std::int32_t> ? text << "inf" : text << d) << '\n';
  }
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(("sha256sum '" + file.string() + "'").c_str(), "r"), pclose);
  char digest[65] = {};
  REQUIRE(std::fread(digest, 1, 64, pipe.get()) == 64);
  return digest;
}

bool close(double a, double b, double scale) { return std::abs(a - b) <= 2e-5 * std::max(std::abs(scale), 1e-6); }

/// Solves from the run's source by a plugin and compares: exactly, or for floats to about their precision, since the
/// reference has doubles. `run` counts vertices from 0 where the file counts from `base`, up to `count`, also those that
/// do not occur.
template <class W>
void compare_run(const LoadedGraph& loaded, const nlohmann::json& run, std::uint64_t base, std::uint64_t count,
                 const char* plugin, const char* options) {
  const Vertex vertices = loaded.graph->info().vertices;
  const std::optional<Vertex> source = loaded.ids.find(run.at("source0").get<std::uint64_t>() + base, vertices);
  if (!source) {
    CHECK(run.at("reached") == 1);  // a vertex without arcs
    return;
  }
  const Answer<W> answer = solve<W>(plugin, options, *loaded.graph, *source);
  REQUIRE_MESSAGE(answer.solved.ok(), answer.solved.text());
  const bool cycle = run.at("negative_cycle").get<bool>();
  CHECK((answer.output.outcome == Outcome::negative_cycle) == cycle);
  const Certificate& certificate = answer.certificate;
  const bool certified = certificate.finding == Finding::right ||
                         (std::is_floating_point_v<W> && cycle && certificate.finding == Finding::undecided);
  REQUIRE_MESSAGE(certified, certificate.reason);
  if (cycle) return;
  CHECK(certificate.reached == run.at("reached").get<Vertex>());
  std::vector<W> distances(count, unreached<W>);
  for (Vertex v = 0; v < vertices; ++v) distances.at(loaded.ids[v].number - base) = answer.distances[v];
  const double max = run.at("max").get<double>();
  double scale = std::abs(max);
  for (const W d : distances)
    if (d != unreached<W>) scale = std::max(scale, std::abs(static_cast<double>(d)));
  const auto same = [&](double a, double b) { return std::is_floating_point_v<W> ? close(a, b, scale) : a == b; };
  const double reached = static_cast<double>(certificate.reached);
  CHECK(same(certificate.distance_sum / reached, run.at("sum").get<double>() / reached));
  CHECK(same(certificate.max_distance, max));
  for (const auto& [vertex, distance] : run.at("samples0").items()) {
    const W d = distances.at(std::stoul(vertex));
    if (distance.is_null())
      CHECK(d == unreached<W>);
    else
      CHECK(same(static_cast<double>(d), distance.template get<double>()));
  }
  if constexpr (std::is_same_v<W, std::int32_t>)
    if (run.contains("sha256_text")) CHECK(checksum(distances) == run.at("sha256_text").get<std::string>());
}

bool all_whole(const nlohmann::json& result) {
  if (!result.at("min_w").is_number_integer()) return false;
  return std::ranges::all_of(result.at("runs"), [](const nlohmann::json& run) {
    return !run.contains("sum") || run.at("sum").is_number_integer();
  });
}

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

const char* plugin_for(const LoadedGraph& loaded) {
  return loaded.graph->info().min_weight < 0 ? WAYFRONT_BELLMAN_FORD_TARJAN : WAYFRONT_DIJKSTRA;
}

/// Compares every result of `key` that the file can give, of DIMACS files by every plugin; `options` are of the loader,
/// which must be the one found by content.
void compare(const std::string& key, const std::string& loader, const std::string& options = "") {
  CAPTURE(key);
  const nlohmann::json graph = reference_answers().at(key);
  const std::filesystem::path file = shared_data / graph.at("files").at(0).get<std::string>();
  int compared = 0;
  for (const nlohmann::json& result : graph.at("results")) {
    const std::string weighting = result.at("weights");
    CAPTURE(weighting);
    const bool whole = all_whole(result);
    const LoadedGraph loaded = load(file, {.loader = options.empty() ? "" : loader,
                                           .options = options,
                                           .weights = whole ? WeightKind::int32 : WeightKind::float32,
                                           .missing_weights = rule_of(weighting)});
    CHECK(loaded.loader == loader);
    const bool fits = loaded.weighted == (weighting == "file") && loaded.directed == result.at("directed").get<bool>();
    if (loader == "dimacs" && !fits) continue;
    CHECK(fits);
    CHECK(loaded.graph->info().vertices == graph.at("n_ids").get<Vertex>());
    CHECK(loaded.graph->info().edges == result.at("arcs_used").get<std::uint64_t>());
    CHECK(loaded.graph->info().min_weight == doctest::Approx(result.at("min_w").get<double>()));
    CHECK(loaded.graph->info().max_weight == doctest::Approx(result.at("max_w").get<double>()));
    const Contestant one[] = {{plugin_for(loaded), "", no_vertex}};
    for (const nlohmann::json& run : result.at("runs"))
      for (const Contestant& it : loader == "dimacs" ? std::span<const Contestant>(contestants) : one) {
        CAPTURE(it.file);
        CAPTURE(it.options);
        if (loaded.graph->info().vertices > it.max_vertices) continue;
        if (whole)
          compare_run<std::int32_t>(loaded, run, graph.at("id_base"), graph.at("n_ids"), it.file, it.options);
        else
          compare_run<float>(loaded, run, graph.at("id_base"), graph.at("n_ids"), it.file, it.options);
        ++compared;
      }
  }
  CHECK(compared > 0);
}

TEST_CASE("DIMACS files, by every plugin") {
  if (!real_graphs_here()) return;
  for (const char* key : {"USA-road-d.NY/USA-road-d.NY.gr", "rome99/rome99.gr",
                          "USA-road-topology/USA-road-FLA.pace.gr", "gapbs-test/4.gr"})
    compare(key, "dimacs");
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
      compare_run<std::int32_t>(loaded, run, base, count, plugin_for(loaded), "");
    else
      compare_run<float>(loaded, run, base, count, plugin_for(loaded), "");
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

}  // namespace reference_test
}  // namespace wayfront::host
