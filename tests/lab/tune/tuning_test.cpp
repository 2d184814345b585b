#include "tune/tuning.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/errors.hpp"
#include "graph/stored_graph.hpp"

namespace wayfront::host {
namespace {

/// A cycle, with an arc into a vertex that has none of its own.
std::shared_ptr<const LoadedGraph> cycle(Vertex length, std::int32_t weight = 5) {
  std::vector<Arc<std::int32_t>> arcs;
  for (Vertex v = 0; v < length; ++v) arcs.push_back({v, (v + 1) % length, weight});
  arcs.push_back({0, length, weight});
  auto graph = std::make_shared<LoadedGraph>();
  graph->graph = make_graph<std::int32_t>(length + 1, arcs, OffsetKind::offsets32);
  graph->name = "cycle.gr";
  return graph;
}

struct Setting {
  explicit Setting(std::shared_ptr<const LoadedGraph> graph) {
    plugins.add_file(WAYFRONT_DELTA_STEPPING);
    request = {.plugin = &plugins.find(PluginKind::algorithm, "delta-stepping"),
               .graph = std::move(graph),
               .threads = 1,
               .program = {},
               .progress = {}};
  }

  PluginRegistry plugins;
  TuneRequest request;
};

TEST_CASE("solves are those that were made, not those that were planned") {
  const Setting enough(cycle(9)), few(cycle(6)), declined(cycle(6, -5));
  const SearchRound round{.options = {{}, {{"fusion", "100"}}}, .sources = 8};
  const MeasuredRound all = measure_round(round, enough.request, enough.plugins);
  CHECK(all.results.runs[1].samples.size() == 8);
  CHECK(all.solves == 2 * (1 + 8));
  const MeasuredRound less = measure_round(round, few.request, few.plugins);
  CHECK(less.results.runs[1].samples.size() == 6);
  CHECK(less.solves == 2 * (1 + 6));
  const MeasuredRound none = measure_round(round, declined.request, declined.plugins);
  CHECK(none.results.runs[0].status == RunStatus::skipped);
  CHECK(none.solves == 0);
}

TEST_CASE("a graph with fewer sources than a verdict needs is refused") {
  const auto refusal = [](Vertex length) {
    const Setting setting(cycle(length));
    try {
      tune(setting.request, setting.plugins);
    } catch (const UserError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(refusal(4).starts_with("cycle.gr: only 4 of its vertices have out-arcs"));
  CHECK(refusal(5) == "");
}

}  // namespace
}  // namespace wayfront::host
