#include <mutex>

#include "../../test.hpp"
#include "certify/output_row.hpp"
#include "certify/poison.hpp"
#include "certify/verify.hpp"
#include "graph/graph_inspection.hpp"
#include "graph/stored_graph.hpp"
#include "plugins/plugin_registry.hpp"
#include "run/instance.hpp"
#include "run/output_buffers.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {
namespace instance_test {

std::shared_ptr<const StoredGraph> random_graph() {
  std::mt19937_64 random(8);
  std::vector<Arc<std::int32_t>> arcs;
  for (int i = 0; i < 400; ++i)
    arcs.push_back({static_cast<Vertex>(random() % 100), static_cast<Vertex>(random() % 100),
                    static_cast<std::int32_t>(random() % 50)});
  return make_graph<std::int32_t>(100, arcs, OffsetKind::offsets32);
}

struct Bench {
  PluginRegistry plugins{};
  const Plugin* plugin = nullptr;
  Settings options{};
  std::shared_ptr<const StoredGraph> graph = random_graph();
  std::mutex said_lock{};
  std::vector<std::string> said{};

  explicit Bench(const char* file) {
    plugins.add_file(file);
    plugin = &plugins.plugins().front();
    options = Settings::defaults(plugin->options());
  }

  PluginInstance instance(const MeasureRules& rules, Asked scope = {}, unsigned threads = 4) {
    return {
        plugins, *plugin, options, *graph, std::move(scope), rules, threads, {}, [this](Level, std::string_view text) {
          const std::scoped_lock lock(said_lock);
          said.emplace_back(text);
        }};
  }

  /// Solves from 7 sources and certifies each row; the digests.
  std::vector<std::string> rows(PluginInstance& solver) {
    const std::vector<Vertex> sources = {5, 0, 99, 17, 3, 42, 8};
    double seconds = 0;
    REQUIRE(solver.prepare(60, seconds).status == RunStatus::ok);
    std::vector<std::string> digests;
    for (int call = 0; call < 2; ++call) {  // the buffers are used again
      Call figures;
      const Ending ending = solver.solve(sources, 60, figures);
      REQUIRE_MESSAGE(ending.status == RunStatus::ok, ending.reason);
      CHECK(figures.sources == 7);
      digests.clear();
      for (std::uint32_t i = 0; i < sources.size(); ++i) {
        Arena arena(1);
        const Certificate certificate = certify(*graph, sources[i], row_of(solver.output(), i), nullptr, arena);
        REQUIRE_MESSAGE(certificate.finding == Finding::right, certificate.reason);
        digests.push_back(certificate.digest);
      }
    }
    return digests;
  }
};

std::vector<std::string> expected() {
  Bench bench(WAYFRONT_DIJKSTRA);
  PluginInstance solver = bench.instance({});
  return bench.rows(solver);
}

TEST_CASE("rows are the same with one instance, with several, with more than sources, and with one per thread") {
  const std::vector<std::string> digests = expected();
  for (const unsigned parallel : {0U, 2U, 3U, 20U}) {
    MeasureRules rules;
    rules.parallel_sources = parallel;
    Bench bench(WAYFRONT_DIJKSTRA);
    PluginInstance solver = bench.instance(rules);
    CHECK(bench.rows(solver) == digests);
  }
}

TEST_CASE("a plugin with batches gets all sources in one call, and no part of the question that it does not take") {
  MeasureRules rules;
  rules.parallel_sources = 3;  // has no meaning here
  Bench bench(WAYFRONT_BATCHER);
  PluginInstance solver = bench.instance(rules, {.limit = 10});
  CHECK(bench.rows(solver) == expected());
  CHECK(bench.said == std::vector<std::string>(2, "asked from 5 0 99 17 3 42 8"));
}

TEST_CASE("the same solver takes batches of different sizes") {
  Bench bench(WAYFRONT_BATCHER);
  PluginInstance solver = bench.instance({});
  double seconds = 0;
  REQUIRE(solver.prepare(60, seconds).status == RunStatus::ok);
  for (const std::vector<Vertex>& sources : std::vector<std::vector<Vertex>>{{1}, {1, 2, 3}, {4, 5}, {6}}) {
    Call figures;
    REQUIRE(solver.solve(sources, 60, figures).status == RunStatus::ok);
    CHECK(solver.output().rows == sources.size());
    for (std::uint32_t i = 0; i < sources.size(); ++i) {
      CHECK(solver.output().exact_to_as<std::int32_t>(i) == unreached<std::int32_t>);
      Arena arena(1);
      CHECK(certify(*bench.graph, sources[i], row_of(solver.output(), i), nullptr, arena).finding == Finding::right);
    }
  }
}

TEST_CASE("a negative cycle that one of the sources reaches is the outcome of the batch") {
  for (const unsigned parallel : {1U, 3U}) {
    MeasureRules rules;
    rules.parallel_sources = parallel;
    Bench bench(WAYFRONT_FAULTY_PLUGINS "/correct.so");
    const std::vector<Arc<std::int32_t>> arcs = {{0, 1, 1}, {2, 3, 1}, {3, 2, -2}};
    bench.graph = make_graph<std::int32_t>(4, arcs, OffsetKind::offsets32);
    PluginInstance solver = bench.instance(rules);
    double seconds = 0;
    REQUIRE(solver.prepare(60, seconds).status == RunStatus::ok);
    Call figures;
    REQUIRE(solver.solve(std::vector<Vertex>{0, 2, 1}, 60, figures).status == RunStatus::ok);
    CHECK(figures.outcome == Outcome::negative_cycle);
    CHECK(solver.output().cycle.size() == 2);
    REQUIRE(solver.solve(std::vector<Vertex>{0, 1}, 60, figures).status == RunStatus::ok);
    CHECK(figures.outcome == Outcome::solved);
  }
}

TEST_CASE("a call from no source is refused") {
  Bench bench(WAYFRONT_DIJKSTRA);
  PluginInstance solver = bench.instance({});
  double seconds = 0;
  REQUIRE(solver.prepare(60, seconds).status == RunStatus::ok);
  Call figures;
  CHECK(solver.try_call({}, 60, figures).status == RunStatus::failed);
}

TEST_CASE("fresh buffers are poisoned and whole, call after call") {
  OutputBuffers buffers(WeightKind::int32, 5, true);
  for (int call = 0; call < 2; ++call) {
    Output& output = buffers.fresh();
    CHECK(buffers.damage().empty());
    REQUIRE(output.predecessors != nullptr);
    const auto distances = output.distances_as<std::int32_t>();
    for (Vertex v = 0; v < 5; ++v) {
      CHECK(static_cast<std::uint32_t>(distances[v]) == poison_bits<std::int32_t>);
      CHECK(output.predecessors[v] == poison_vertex);
      distances[v] = 0;
      output.predecessors[v] = 0;
    }
    CHECK(buffers.damage().empty());
  }
  CHECK(OutputBuffers(WeightKind::float32, 0, false).fresh().predecessors == nullptr);
}

TEST_CASE("buffers of reductions are poisoned and fenced, and there are none of distances") {
  OutputBuffers buffers(WeightKind::int32, 5, OutputBuffers::Content::reductions);
  Output& output = buffers.fresh(3);
  CHECK(output.distances == nullptr);
  CHECK(output.predecessors == nullptr);
  REQUIRE(output.reductions != nullptr);
  CHECK(output.memory == 0);
  for (std::uint32_t row = 0; row < 3; ++row) {
    CHECK(output.reduction_as<std::int32_t>(row).reached == poison_count);
    CHECK(&buffers.rows(row).output().reduction_as<std::int32_t>() == &output.reduction_as<std::int32_t>(row));
  }
  CHECK(buffers.damage().empty());
  output.reduction_as<std::int32_t>(3).reached = 1;
  CHECK(buffers.damage() == "memory after the array of reductions was written: it has 3 entries");
  buffers.fresh(3).reductions = nullptr;
  CHECK(contains(buffers.damage(), "buffers were exchanged"));
  Output& again = buffers.fresh(1);
  CHECK(buffers.damage().empty());
  CHECK(again.reduction_as<std::int32_t>().faults == Reduction<std::int32_t>::not_checked);
}

TEST_CASE("writes outside of the arrays are seen and repaired") {
  OutputBuffers buffers(WeightKind::float32, 3, true);
  float* const distances = static_cast<float*>(buffers.fresh().distances);
  distances[3] = 1;
  CHECK(buffers.damage() == "memory after the array of distances was written: it has 3 entries");
  static_cast<float*>(buffers.fresh().distances)[-1] = 1;
  CHECK(buffers.damage() == "memory before the array of distances was written");
  buffers.fresh().predecessors[10] = 0;
  CHECK(buffers.damage() == "memory after the array of predecessors was written: it has 3 entries");
  buffers.fresh();
  CHECK(buffers.damage().empty());
}

TEST_CASE("exchanged buffers are seen") {
  OutputBuffers buffers(WeightKind::int32, 3, false);
  std::int32_t own[3] = {};
  buffers.fresh().distances = own;
  CHECK(contains(buffers.damage(), "exchanged"));
  buffers.fresh().kind = WeightKind::float32;
  CHECK(contains(buffers.damage(), "exchanged"));
  CHECK(buffers.fresh().distances != own);
  CHECK(buffers.damage().empty());
}

}  // namespace instance_test
}  // namespace wayfront::host
