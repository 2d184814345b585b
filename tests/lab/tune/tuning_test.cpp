#include "tune/tuning.hpp"
#include "../../test.hpp"
#include "graph/stored_graph.hpp"
#include "pipeline/pipeline.hpp"

namespace wayfront::host {
namespace tuning_test {

/// delta-stepping on a cycle, with an arc into a vertex that has none of its own.
struct Setting {
  explicit Setting(Vertex length, std::int32_t weight = 5) {
    std::vector<Arc<std::int32_t>> arcs;
    for (Vertex v = 0; v < length; ++v) arcs.push_back({v, (v + 1) % length, weight});
    arcs.push_back({0, length, weight});
    auto graph = std::make_shared<LoadedGraph>();
    graph->graph = make_graph<std::int32_t>(length + 1, arcs, OffsetKind::offsets32);
    graph->name = "cycle.gr";
    plugins.add_file(WAYFRONT_DELTA_STEPPING);
    request = {.plugin = &plugins.find(PluginKind::algorithm, "delta-stepping"), .graph = graph, .threads = 1};
  }

  PluginRegistry plugins;
  TuneRequest request;
};

TEST_CASE("solves are those that were made, not those that were planned") {
  const auto measured = [](const Setting& it) {
    TuneRound round{.options = {TriedOptions(), TriedOptions{{"fusion", "100"}}}, .sources = 8};
    measure_round(round, it.request, it.plugins);
    return std::pair(round.results.runs[1].samples.size(), round.solves);
  };
  CHECK(measured(Setting(9)) == std::pair(std::size_t{8}, std::uint64_t{2 * (1 + 8)}));
  CHECK(measured(Setting(6)) == std::pair(std::size_t{6}, std::uint64_t{2 * (1 + 6)}));
  CHECK(measured(Setting(6, -5)) == std::pair(std::size_t{0}, std::uint64_t{0}));
}

GraphInfo graph() { return {.vertices = 10, .edges = 20, .min_weight = 1, .max_weight = 100, .mean_weight = 40}; }

TEST_CASE("every trial is TOML that a pipeline takes") {
  PluginRegistry plugins;
  plugins.add_directory(WAYFRONT_PLUGINS);
  std::size_t found = 0;
  for (const Plugin& plugin : plugins.plugins()) {
    if (plugin.descriptor->kind != PluginKind::algorithm || is_chooser(plugin)) continue;
    for (const TriedOptions& options : options_to_try(plugin, graph())) {
      const std::string text = "[graph]\npath = \"g.gr\"\n[[run]]\nplugin = \"" + std::string(plugin.about().name) +
                               "\"\n[run.options]\n" + text_of(options, "\n");
      CAPTURE(text);
      ++found;
      CHECK_NOTHROW(parse_pipeline_text(text, "tune", plugins));
    }
  }
  CHECK(found > 10);
}

struct AnyOptions {
  std::int64_t width;
  bool on;
  double factor;
};
constexpr OptionRow guessed[] = {integer<&AnyOptions::width>("width", 4, {3, 100}, "Width."),
                                 boolean<&AnyOptions::on>("on", true, "On."),
                                 real<&AnyOptions::factor>("factor", 1, {0, 1e9}, "Factor.")};
constexpr OptionRow named[] = {guessed[0].tried("8, 32"), guessed[1], guessed[2].tried("mean_weight * 2")};

std::string tried_of(std::span<const OptionRow> rows) {
  Plugin plugin = read_plugin(WAYFRONT_TEMPLATE);
  auto descriptor = std::make_shared<PluginDescriptor>(*plugin.descriptor);
  descriptor->options = rows.data();
  descriptor->option_count = static_cast<decltype(descriptor->option_count)>(rows.size());
  plugin.descriptor = descriptor;
  std::string text;
  for (const TriedOptions& options : options_to_try(plugin, graph())) text += text_of(options) + "; ";
  return text;
}

TEST_CASE("those options are tried whose rows name values, or else what follows from types and ranges, in turns") {
  CHECK(tried_of(named) == "width = 8; factor = 80; width = 32; ");
  CHECK(tried_of(guessed) == "width = 8; on = false; factor = 0.5; factor = 2; ");
  // Three other criteria, one other direction, one other frontier.
  CHECK(options_to_try(read_plugin(WAYFRONT_CRAUSER_CPU), graph()).size() == 5);
}

TEST_CASE("the table says what both batches found, and has options only if they are confirmed") {
  const std::vector<double> faster = {1.20, 1.22, 1.19, 1.21, 1.20}, as_fast = {0.99, 1.01, 1.00, 1.02, 0.98};
  Setting it(9);
  Tuned tuned{
      .tried = {{.options = {{"delta", "2"}, {"fusion", "100"}}, .ratios = faster, .prepare = 2, .pays_from = 250},
                {.options = {{"fusion", "0"}}, .failure = "it\nfailed"}},
      .why_not = "",
      .batches = {compare(faster, true), compare(as_fast, true)},
      .prepare = 1,
      .solves = 58};
  const std::string found = tuned_toml(tuned, it.request, it.plugins);
  for (
      const char* part :
      {"for cycle.gr (10 vertices, 10 arcs), from 58 solves with 1 threads",
       "# delta = 2, fusion = 100 is faster than the defaults. Two batches of new sources confirm it:\n#   1.200 times",
       "#   1.000 times as fast as the defaults, 5 pairs, 95 % interval 0.9",
       "; preparing takes 2.0 s instead of 1.0 s, which pays from 250 sources on\n#   fusion = 0: it failed\n",
       "[run.options]\ndelta = 2\nfusion = 100\n"})
    CHECK(contains(found, part));
  tuned.why_not = "the second batch\ndoes not";
  tuned.tried[0].pays_from = 0;
  const std::string stay = tuned_toml(tuned, it.request, it.plugins);
  CHECK(contains(
      stay,
      "# The defaults stay. The best of the others is delta = 2, fusion = 100, but the second batch does not.\n"));
  CHECK_FALSE(contains(stay, "[run.options]"));
  CHECK_FALSE(contains(stay, "preparing"));
}

}  // namespace tuning_test
}  // namespace wayfront::host
