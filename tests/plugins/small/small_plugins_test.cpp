// The measure of the SDK: two whole plugins, small and right. Loaded as the host loads any, but on threads that
// ThreadSanitizer understands.
#include <dlfcn.h>

#include "../../core/threaded_context.hpp"
#include "../../test.hpp"
#include "conformance/reference.hpp"
#include "graph/stored_graph.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront::host {
namespace small_plugins_test {

const PluginDescriptor& load(const char* name) {
  void* const library = dlopen((std::string(WAYFRONT_SMALL_PLUGINS "/") + name + ".so").c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) FAIL(dlerror());
  const auto* descriptor = static_cast<const PluginDescriptor*>(dlsym(library, plugin_symbol));
  REQUIRE(descriptor != nullptr);
  REQUIRE(descriptor->size == sizeof(PluginDescriptor));
  return *descriptor;
}

using Instance = std::unique_ptr<Algorithm, void (*)(wayfront::Instance*) noexcept>;

/// An instance with default options, but for the first one, which is `value` as an integer and as a real.
Instance create(const PluginDescriptor& plugin, std::int64_t value) {
  std::vector<OptionValue> values;
  for (std::size_t i = 0; i < plugin.option_count; ++i) values.push_back(plugin.options[i].default_value);
  REQUIRE_FALSE(values.empty());
  values[0].integer = value;
  values[0].real = static_cast<double>(value);
  Status status;
  auto* const instance = static_cast<Algorithm*>(plugin.create(values.data(), status));
  REQUIRE(status.ok());
  return {instance, plugin.destroy};
}

template <WeightType W>
Output solve(Algorithm& algorithm, const Graph& graph, Vertex source, RunContext& context, std::vector<W>& distances) {
  distances.assign(graph.info().vertices, std::numeric_limits<W>::lowest());
  Output output;
  output.kind = weight_kind<W>;
  output.vertices = graph.info().vertices;
  output.distances = distances.data();
  REQUIRE(algorithm.prepare(graph, context).ok());
  const Status status = algorithm.solve({.source = source}, output, context);
  CAPTURE(status.message);
  REQUIRE(status.ok());
  return output;
}

/// Weights least .. most, made of a non-negative part and the difference of two potentials, so that no cycle is
/// negative.
template <WeightType W>
std::vector<Arc<W>> random_arcs(std::mt19937& random, Vertex vertices, int count, int max, int potential) {
  std::vector<int> potentials(vertices);
  for (int& it : potentials) it = std::uniform_int_distribution(0, potential)(random);
  std::vector<Arc<W>> arcs;
  for (int i = 0; i < count; ++i) {
    const auto u = static_cast<Vertex>(random() % vertices), v = static_cast<Vertex>(random() % vertices);
    arcs.push_back(
        {u, v, static_cast<W>(std::uniform_int_distribution(0, max)(random) + potentials[v] - potentials[u])});
  }
  return arcs;
}

TEST_CASE_TEMPLATE("both agree with the plain answer on random graphs", W, std::int32_t, float, std::int64_t, double) {
  std::mt19937 random(11);
  for (const char* name : {"small-bellman-ford", "small-delta-stepping"}) {
    CAPTURE(name);
    const PluginDescriptor& plugin = load(name);
    const bool negative = (plugin.about.capabilities & capability::negative_weights) != 0;
    for (int trial = 0; trial < 30; ++trial) {
      const auto vertices = static_cast<Vertex>(random() % 300 + 1);
      const int arcs_per_vertex = static_cast<int>(random() % 8);
      const int max = trial % 3 == 0 ? 0 : trial % 3 == 1 ? 9 : 100'000;
      const auto arcs =
          random_arcs<W>(random, vertices, static_cast<int>(vertices) * arcs_per_vertex, max, negative ? 50 : 0);
      const auto graph = make_graph<W>(vertices, arcs, trial % 2 == 0 ? OffsetKind::offsets32 : OffsetKind::offsets64);
      const auto source = static_cast<Vertex>(random() % vertices);
      const std::vector<W> wanted = conformance::solve_plainly<W>(*graph, source).distances;
      ThreadedContext context(trial % 2 == 0 ? 1 : 4);
      const std::int64_t settings[] = {plugin.options[0].default_value.integer, 1, 1000};
      const Instance algorithm = create(plugin, settings[trial % 3]);
      for (int repeat = 0; repeat < 2; ++repeat) {
        std::vector<W> distances;
        const Output output = solve(*algorithm, *graph, source, context, distances);
        CHECK(output.outcome == Outcome::solved);
        CHECK(distances == wanted);
        CHECK(output.work.relaxed >= output.work.improved);
        CHECK(output.work.rounds >= 1);
      }
    }
  }
}

TEST_CASE_TEMPLATE("Bellman-Ford hands over a negative cycle, in the direction of its arcs", W, std::int32_t, float,
                   std::int64_t, double) {
  std::mt19937 random(12);
  for (const std::int64_t check : {1, 16, 1024}) {
    auto arcs = random_arcs<W>(random, 40, 100, 9, 20);
    for (const auto& [u, v, w] : {Arc<W>{0, 40, W{3}}, {40, 41, W{2}}, {41, 42, W{-4}}, {42, 40, W{1}}, {42, 43, W{1}}})
      arcs.push_back({u, v, w});
    const auto graph = make_graph<W>(44, arcs, OffsetKind::offsets32);
    const Instance algorithm = create(load("small-bellman-ford"), check);
    ThreadedContext context(1);
    std::vector<W> distances;
    const Output output = solve(*algorithm, *graph, 0, context, distances);
    REQUIRE(output.outcome == Outcome::negative_cycle);
    CHECK(output.work.rounds <= static_cast<std::uint64_t>(check + 50));
    REQUIRE(output.cycle.size() == 3);
    for (std::size_t i = 0; i < 3; ++i)
      CHECK(output.cycle[(i + 1) % 3] == (output.cycle[i] == 42 ? 40 : output.cycle[i] + 1));
  }
}

TEST_CASE("a cancelled context ends both") {
  const std::vector<Arc<float>> arcs = {{0, 1, 1.0F}};
  const auto graph = make_graph<float>(2, arcs, OffsetKind::offsets32);
  for (const char* name : {"small-bellman-ford", "small-delta-stepping"}) {
    const Instance algorithm = create(load(name), 1);
    ThreadedContext context(1);
    REQUIRE(algorithm->prepare(*graph, context).ok());
    context.cancel = true;
    float distances[2];
    Output output;
    output.kind = WeightKind::float32;
    output.vertices = 2;
    output.distances = distances;
    CHECK(algorithm->solve({}, output, context).code == StatusCode::cancelled);
  }
}

}  // namespace small_plugins_test
}  // namespace wayfront::host
