// Every entry of the reference answers that a Galois, METIS or TNTP file covers. Skipped where the data folder is not
// there.
#include <string>
#include <vector>

#include "../loaders/load_and_save.hpp"
#include "../real_graphs.hpp"
#include "load/loaded_graph.hpp"
#include "reference_runs.hpp"

namespace wayfront::host {
namespace {

WeightRule::Kind rule_of(const std::string& weighting) {
  if (weighting == "unit") return WeightRule::Kind::constant;
  return weighting == "hash1000" ? WeightRule::Kind::hash1000 : WeightRule::Kind::none;
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
        compare_run<std::int32_t>(loaded, run, graph.at("id_base"), graph.at("n_ids"));
      else
        compare_run<float>(loaded, run, graph.at("id_base"), graph.at("n_ids"));
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

}  // namespace
}  // namespace wayfront::host
