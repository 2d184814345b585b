// Plugins that call plugins, from the option that names the callee to the answer.
#include "plugins/plugin_calls.hpp"

#include "../../test.hpp"
#include "graph/stored_graph.hpp"
#include "run/host_context.hpp"
#include "run/output_buffers.hpp"
#include "settings/diagnostics.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {
namespace plugin_calls_test {

using Arcs = std::vector<Arc<std::int32_t>>;

struct Called {
  Status prepared;
  Status solved;
  std::vector<std::int32_t> distances;
  std::vector<std::string> log;
};

PluginRegistry registry() {
  PluginRegistry plugins;
  plugins.add_directory(WAYFRONT_CALLING_PLUGINS);
  for (const char* name : {"correct", "throws", "no_device"})
    plugins.add_file(std::string(WAYFRONT_FAULTY_PLUGINS) + "/" + name + ".so");
  plugins.add_file(WAYFRONT_DIJKSTRA);
  return plugins;
}

/// calls-one with these options, in a context that knows the plugins.
Called call(std::string_view options, Vertex vertices, const Arcs& arcs, bool with_plugins = true) {
  const PluginRegistry plugins = registry();
  const Plugin& plugin = plugins.find(PluginKind::algorithm, "calls-one");
  const Document document(options, "options");
  Diagnostics diagnostics;
  const Settings settings = Settings::from(plugin.options(), document.root(), "options", diagnostics);
  REQUIRE_MESSAGE(diagnostics.empty(), diagnostics.text());
  const auto graph = make_graph<std::int32_t>(vertices, arcs, OffsetKind::offsets32);
  Called result;
  HostContext context(2);
  if (with_plugins) context.set_plugins(plugins, "calls-one");
  context.set_log([&](Level, std::string_view line) { result.log.emplace_back(line); });
  OutputBuffers buffers(WeightKind::int32, vertices, false);
  const auto algorithm = create_algorithm(plugin, settings.values());
  context.start(0, false);
  result.prepared = algorithm->prepare(*graph, context);
  if (!result.prepared.ok()) return result;
  Output& output = buffers.fresh();
  result.solved = algorithm->solve({.source = 0}, output, context);
  CHECK(buffers.damage().empty());
  const auto distances = output.distances_as<std::int32_t>();
  result.distances.assign(distances.begin(), distances.end());
  return result;
}

const Arcs triangle = {{0, 1, 4}, {0, 2, 1}, {2, 1, 2}};

std::string refusal(std::string_view options, const Arcs& arcs = triangle, StatusCode code = StatusCode::failed) {
  const Status status = call(options, 3, arcs).prepared;
  CHECK(status.code == code);
  return std::string(status.text());
}

TEST_CASE("a plugin calls another, also through a third, and each names itself in the log") {
  const std::vector<std::int32_t> right = {0, 3, 1};
  const Called once = call("callee = 'dijkstra'\ncallee_options = \"queue = 'dary'\"", 3, triangle);
  REQUIRE_MESSAGE(once.solved.ok(), once.prepared.text());
  CHECK(once.distances == right);
  const Called twice = call("callee = 'calls-two'\ncallee_options = \"callee = 'correct'\"", 3, triangle);
  REQUIRE_MESSAGE(twice.solved.ok(), twice.prepared.text());
  CHECK(twice.distances == right);
  CHECK(twice.log == std::vector<std::string>{"preparing", "calls-two: preparing"});
}

TEST_CASE("what is wrong with a call has a sentence") {
  CHECK(refusal("callee = 'dijkstr'") == "there is no algorithm plugin 'dijkstr'; did you mean 'dijkstra'?");
  CHECK(refusal("callee = 'dijkstra'\ncallee_options = 'queu = 1'") ==
        "options:1:1: error: options of plugin 'dijkstra': unknown key 'queu'; did you mean 'queue'?");
  CHECK(refusal("callee = 'dijkstra'\ncallee_options = 'queue = \"fifo\"'") ==
        "options:1:9: error: option 'queue' of plugin 'dijkstra' must be \"auto\", \"radix\" or \"dary\", but is "
        "\"fifo\"");
  CHECK(refusal("callee = 'dijkstra'\ncallee_options = 'dary'")
            .starts_with("options of plugin 'dijkstra': 'dary' is not TOML: "));
  CHECK(refusal("callee = 'dijkstra'", {{0, 1, -5}}, StatusCode::unsupported) ==
        "plugin 'dijkstra' does not support negative weights, and the min weight of this graph is -5");
  CHECK(refusal("callee = 'no-device'", triangle, StatusCode::unsupported) ==
        "device -1 is not there; nothing can be tried");
  CHECK(call("callee = 'dijkstra'", 3, triangle, false).prepared.text() == "there are no plugins to call here");
}

TEST_CASE("a callee's own refusals and failures come with its name and their code") {
  CHECK(refusal("callee = 'correct'\ncallee_options = 'count = 9'", triangle, StatusCode::unsupported) ==
        "correct: a count of 9 is one too many");
  Arcs chain;
  for (Vertex v = 0; v + 1 < 102; ++v) chain.push_back({v, v + 1, 1});
  const Called failed = call("callee = 'throws'", 102, chain);
  CHECK(failed.solved.code == StatusCode::failed);
  CHECK(failed.solved.text() == "throws: more than 100 vertices are too many for me");
}

TEST_CASE("a plugin that would call itself is refused, also through others") {
  CHECK(refusal("callee = 'calls-one'") ==
        "plugin 'calls-one' would call itself (calls-one -> calls-one); choose another one");
  CHECK(refusal("callee = 'calls-two'\ncallee_options = \"callee = 'calls-one'\"") ==
        "calls-two: plugin 'calls-one' would call itself (calls-one -> calls-two -> calls-one); choose another one");
}

TEST_CASE("an adopted graph has all views and keeps its arrays") {
  struct Arrays {
    std::uint32_t offsets[4] = {0, 2, 2, 3};
    Vertex targets[3] = {1, 2, 1};
    std::int32_t weights[3] = {4, 1, -2};
  };
  auto arrays = std::make_shared<Arrays>();
  const std::weak_ptr<Arrays> alive = arrays;
  HostContext context(1);
  const CsrView<std::int32_t, std::uint32_t> view{3, 3, arrays->offsets, arrays->targets, arrays->weights};
  std::shared_ptr<const Graph> graph = context.host().adopt_graph(view, std::move(arrays));
  CHECK(graph->info().vertices == 3);
  CHECK(graph->info().edges == 3);
  CHECK(graph->info().min_weight == -2);
  visit(graph->csr(), [&](const auto& csr) { CHECK(static_cast<const void*>(csr.targets) == view.targets); });
  visit(graph->csc(), [](const auto& csc) {
    CHECK(std::vector(csc.sources, csc.sources + 3) == std::vector<Vertex>{0, 2, 0});
  });
  visit(graph->coo(), [](const auto& coo) {
    CHECK(std::vector(coo.sources, coo.sources + 3) == std::vector<Vertex>{0, 0, 2});
  });
  CHECK_FALSE(alive.expired());
  graph.reset();
  CHECK(alive.expired());
}

}  // namespace plugin_calls_test
}  // namespace wayfront::host
