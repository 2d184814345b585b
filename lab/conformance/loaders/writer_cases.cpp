// Loaders that write their format, too: what they write they read as the same graph, or they refuse to write it.
#include <fmt/format.h>

#include <cstdint>
#include <sstream>
#include <string>
#include <utility>

#include "conformance/graphs.hpp"
#include "conformance/loaders/reading.hpp"
#include "graph/graph_inspection.hpp"
#include "graph/weight_kind.hpp"

namespace wayfront::host::conformance {
namespace {

namespace fs = std::filesystem;

/// Writes the graph into a file that the loader takes by its name, the first of its suffixes for which it does not refuse.
fs::path written(const Suite& suite, const LoadedGraph& graph, const Folder& folder) {
  const char* const suffixes = suite.plugin.descriptor->suffixes;
  std::istringstream words(suffixes == nullptr ? "" : suffixes);
  std::string reason;
  std::string suffix;
  do {
    suffix.clear();
    words >> suffix;
    const fs::path file = folder.path() / ("written" + suffix);
    try {
      save_file(suite, graph, file);
      return file;
    } catch (const Unsupported& refusal) {
      reason = refusal.what();
    }
  } while (!suffix.empty());
  throw Unsupported(reason);
}

void write_and_read(const Suite& suite, const LoadedGraph& graph) {
  const Folder folder;
  const fs::path file = written(suite, graph, folder);
  const WeightKind weights = graph.graph->info().weights;
  for (const unsigned threads : {1U, suite.threads}) {
    const LoadEnding again = load_file(suite, file, weights, threads);
    if (!again.loaded()) throw Failed(fmt::format("what it wrote it refuses to read: {}", again.error));
    if (again.digest() != graph.digest)
      throw Failed(fmt::format(
          "a graph of {} vertices and {} arcs was written, but a graph of {} vertices and {} arcs was "
          "read from it{}",
          graph.graph->info().vertices, graph.graph->info().edges, again.graph->graph->info().vertices,
          again.graph->graph->info().edges,
          again.graph->graph->info().edges == graph.graph->info().edges ? ", with other ends or weights" : ""));
  }
}

LoadedGraph loaded_graph(TestGraph<std::int32_t> test, std::string name, bool directed) {
  LoadedGraph loaded;
  loaded.graph = test.build(OffsetKind::offsets32);
  loaded.name = std::move(name);
  loaded.directed = directed;
  loaded.digest = graph_digest(*loaded.graph);
  return loaded;
}

/// Small graphs of every shape, with integer weights, which every format has.
void writes_graphs(const Suite& suite) {
  Attempts attempts;
  const auto attempt = [&](TestGraph<std::int32_t> test, const std::string& name, bool directed) {
    attempts.make(
        [&] { told_of(name, [&] { write_and_read(suite, loaded_graph(std::move(test), name, directed)); }); });
  };
  attempt({1, {}, {}}, "one vertex", true);
  attempt({3, {{0, 0, 4}, {0, 2, 1}, {0, 2, 7}, {0, 2, 1}}, {}}, "a loop and parallel arcs", true);
  attempt({100, {{98, 3, 0}}, {}}, "vertices without arcs", true);
  attempt(grid<std::int32_t>(20, 30, 7), "an undirected grid", false);
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    attempt(random_graph<std::int32_t>(suite.options.seed * 1000 + seed), fmt::format("random graph {}", seed), true);
  attempts.finish();
}

/// The graph of a file, with the type of weights that is tried first.
void writes_file(const Suite& suite, const fs::path& file) {
  for (const WeightKind kind : kinds_of(suite.plugin)) {
    const LoadEnding loaded = load_file(suite, file, kind, 1);
    if (!loaded.loaded()) continue;
    return write_and_read(suite, *loaded.graph);
  }
  throw Skipped("the file cannot be loaded, so that there is nothing to write");
}

}  // namespace

void add_writer_cases(const Suite& suite, Cases& cases) {
  if (!suite.plugin.has(capability::writes)) return;
  cases.push_back({"writes graphs and reads them back", [&suite] { writes_graphs(suite); }});
  for (const fs::path& file : suite.options.files)
    cases.push_back({fmt::format("{}: is written and read back", file.filename().string()),
                     [&suite, file] { writes_file(suite, file); }});
}

}  // namespace wayfront::host::conformance
