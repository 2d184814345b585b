#include "tune/tuning.hpp"
#include "../../test.hpp"
#include "graph/stored_graph.hpp"
#include "load/loaded_graph.hpp"
#include "pipeline/pipeline.hpp"
#include "plugins/plugin_registry.hpp"
#include "settings/argument_options.hpp"

namespace wayfront::host {
namespace tuning_test {

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
    return refusal_by([&] { tune(setting.request, setting.plugins); });
  };
  CHECK(refusal(4).starts_with("cycle.gr: only 4 of its vertices have out-arcs"));
  CHECK(refusal(5) == "");
}

/// Throws if the plugin does not take it.
void require_valid(const Plugin& plugin, const OptionTrial& trial) {
  const std::string text = trial.option + "=" + trial.value;
  parse_options({&text, 1}, plugin.options(), "options");
}

GraphInfo graph() { return {.vertices = 10, .edges = 20, .min_weight = 1, .max_weight = 100, .mean_weight = 40}; }

TEST_CASE("every trial is TOML that a pipeline takes") {
  PluginRegistry plugins;
  plugins.add_directory(WAYFRONT_PLUGINS);
  std::size_t found = 0;
  for (const Plugin& plugin : plugins.plugins()) {
    if (plugin.descriptor->kind != PluginKind::algorithm || is_chooser(plugin)) continue;
    for (const OptionTrial& trial : trials_of(plugin, graph())) {
      CAPTURE(std::string(plugin.about().name));
      CAPTURE(trial.option);
      ++found;
      const std::string text = "[graph]\npath = \"g.gr\"\n[[run]]\nplugin = \"" + std::string(plugin.about().name) +
                               "\"\n[run.options]\n" + trial.option + " = " + trial.value + "\n";
      CHECK_NOTHROW(parse_pipeline_text(text, "tune", plugins));
    }
  }
  CHECK(found > 10);
}

TEST_CASE("the values of different options take turns, and factors are of the mean weight") {
  const std::vector<OptionTrial> trials = trials_of(read_plugin(WAYFRONT_DELTA_STEPPING), graph());
  REQUIRE(trials.size() > 5);
  CHECK(trials[0] == OptionTrial{"delta", "80"});
  CHECK(trials[1].option == "threads");
  CHECK(trials[2].option == "fusion");
  CHECK(trials[3].option == "bounded");
  std::set<std::string> different;
  for (const OptionTrial& it : trials) different.insert(it.option + it.value);
  CHECK(different.size() == trials.size());
}

struct AnyOptions {
  std::int64_t width;
  bool on;
  double factor;
};
constexpr OptionRow any_rows[] = {integer<&AnyOptions::width>("width", 4, {1, 100}, "Width.").tried("8, 32"),
                                  boolean<&AnyOptions::on>("on", true, "On."),
                                  real<&AnyOptions::factor>("factor", 1, {0, 1e9}, "Factor.").tried("mean_weight * 2")};

TEST_CASE("of any plugin those options are tried whose rows name values") {
  Plugin plugin = read_plugin(WAYFRONT_TEMPLATE);
  auto descriptor = std::make_shared<PluginDescriptor>(*plugin.descriptor);
  descriptor->options = any_rows;
  descriptor->option_count = std::size(any_rows);
  plugin.descriptor = descriptor;
  const std::vector<OptionTrial> wanted = {{"width", "8"}, {"factor", "80"}, {"width", "32"}};
  CHECK(trials_of(plugin, graph()) == wanted);
}

TEST_CASE("for a plugin whose rows name no values, the trials follow from their types and ranges") {
  const Plugin plugin = read_plugin(WAYFRONT_CRAUSER_CPU);
  const std::vector<OptionTrial> trials = trials_of(plugin, graph());
  CHECK(trials.size() == 5);  // three other criteria, one other direction, one other frontier
  for (const OptionTrial& trial : trials) CHECK_NOTHROW(require_valid(plugin, trial));
  CHECK(trials_of(read_plugin(WAYFRONT_TEMPLATE), graph()).size() <= 4);
}

using Ratios = std::vector<double>;

const Ratios faster = {1.20, 1.22, 1.19, 1.21, 1.20}, as_fast = {0.99, 1.01, 1.00, 1.02, 0.98},
             slower = {0.67, 0.68, 0.66, 0.67, 0.68}, a_little_faster = {1.020, 1.021, 1.019, 1.020, 1.022},
             scattered = {0.8, 1.5, 1.1, 0.9, 1.4};

bool has(const std::optional<std::string>& text, std::string_view part) {
  return text && text->find(part) != std::string::npos;
}

TEST_CASE("options win a batch that finds them faster, and by more than two processes may differ") {
  CHECK(wins(faster, true));
  CHECK_FALSE(wins(as_fast, true));
  CHECK_FALSE(wins(slower, true));
  CHECK_FALSE(wins(a_little_faster, true));
  CHECK_FALSE(wins(a_little_faster, false));
  CHECK_FALSE(wins(scattered, true));
  CHECK_FALSE(wins(Ratios{1.2, 1.2, 1.2, 1.2}, true));  // too few
}

TEST_CASE("both batches have to find options faster") {
  CHECK_FALSE(why_not_confirmed({.earlier = {1.3, 1.2}, .batches = {faster, faster}}, true).has_value());
  CHECK(has(why_not_confirmed({.earlier = {1.3, 1.2}, .batches = {as_fast}}, true), "the first batch"));
  CHECK(has(why_not_confirmed({.earlier = {1.3, 1.2}, .batches = {faster, slower}}, true), "the second batch"));
  CHECK(has(why_not_confirmed({.earlier = {1.3, 1.2}, .batches = {faster, a_little_faster}}, true), "3 %"));
  CHECK(why_not_confirmed({.earlier = {}, .batches = {faster, scattered}}, true) ==
        "the times of the second batch scatter too much for a verdict");
}

TEST_CASE("options that some processes run slower than the defaults do not win, whatever the others say") {
  const auto why = why_not_confirmed({.earlier = {0.67, 0.68}, .batches = {faster, faster}}, true);
  CHECK(has(why, "of two kinds: 0.68 times as fast as the defaults in 2 of 12 pairs, 1.20 times in the others"));
  CHECK_FALSE(why_not_confirmed({.earlier = {1.9, 1.9}, .batches = {faster, faster}}, true).has_value());
}

TEST_CASE("two groups are farther apart than each is wide") {
  const auto groups = two_groups({1.5, 0.7, 1.45, 0.71, 1.55});
  REQUIRE(groups.has_value());
  CHECK(groups->low == doctest::Approx(0.705));
  CHECK(groups->high == doctest::Approx(1.5));
  CHECK(groups->lows == 2);
  CHECK_FALSE(two_groups({1.5, 0.7, 1.45, 1.55}).has_value());          // one value is no group
  CHECK_FALSE(two_groups({0.7, 0.9, 1.1, 1.3, 1.5, 1.7}).has_value());  // scattered
  CHECK_FALSE(two_groups({1.0, 1.01, 1.1, 1.11}).has_value());          // close
  CHECK_FALSE(two_groups({}).has_value());
}

TEST_CASE("the table says what both batches found, and has options only if they are confirmed") {
  PluginRegistry plugins;
  plugins.add_file(WAYFRONT_DELTA_STEPPING);
  const auto graph = std::make_shared<LoadedGraph>();
  const std::vector<Arc<std::int32_t>> arcs = {{0, 1, 5}, {1, 2, 7}};
  graph->graph = make_graph<std::int32_t>(3, arcs, OffsetKind::offsets32);
  graph->name = "three.gr";
  TuneRequest request{.plugin = &plugins.find(PluginKind::algorithm, "delta-stepping"),
                      .graph = graph,
                      .threads = 2,
                      .program = {},
                      .progress = {}};
  const std::vector<OptionTrial> fusion = {{"fusion", "100"}};
  Tuned tuned{.tried = {{fusion, compare(faster, true), ""}},
              .last = fusion,
              .evidence = {compare(faster, true), compare(a_little_faster, true)},
              .preparation = {.seconds = 2, .of_defaults = 1, .saved = 0.004},
              .solves = 58};
  const std::string found = tuned_toml(tuned, request, plugins);
  CHECK(has(found, "for three.gr (3 vertices, 2 arcs), from 58 solves with 2 threads"));
  CHECK(has(found,
            "# fusion = 100 is faster than the defaults. Two batches, each with newly drawn sources, confirm it:\n"));
  CHECK(has(found, "#   preparing takes 2.0 s instead of 1.0 s, which pays from 250 sources on\n"));
  CHECK(has(found, "#   1.200 times as fast as the defaults, 5 pairs, "));
  CHECK(has(found, "#   1.020 times as fast as the defaults, 5 pairs, "));
  CHECK(has(found, "[run.options]\nfusion = 100\n"));
  request.program = "worker";
  CHECK(has(tuned_toml(tuned, request, plugins), "each with newly drawn sources and new processes, confirm it:\n"));
  tuned.why_not = "the second batch\ndoes not";
  const std::string stay = tuned_toml(tuned, request, plugins);
  CHECK(has(stay, "# The defaults stay. The best of the others is fusion = 100, but the second batch does not.\n"));
  CHECK(has(stay, "#   1.020 times as fast as the defaults, 5 pairs, "));
  CHECK_FALSE(has(stay, "[run.options]"));
  CHECK_FALSE(has(stay, "preparing"));
  tuned.tried.front().preparation = {.seconds = 9, .of_defaults = 1, .saved = 0.004};
  CHECK(has(tuned_toml(tuned, request, plugins), "; preparing takes 9.0 s instead of 1.0 s, which pays from 2000 "));
  request.sources = 2000;
  CHECK_FALSE(has(tuned_toml(tuned, request, plugins), "preparing"));
  tuned = {.tried = {{fusion, compare(slower, true), ""}}, .solves = 20};
  CHECK(has(tuned_toml(tuned, request, plugins), "# The defaults stay: nothing else was faster.\n"));
}

TEST_CASE("a longer preparation pays from as many sources on as save what it takes") {
  const Preparation longer{.seconds = 2, .of_defaults = 1, .saved = 0.3};
  CHECK(longer.pays_from() == 4);
  CHECK_FALSE(longer.pays(3));
  CHECK(longer.pays(4));
  CHECK(text_of(longer) == "preparing takes 2.0 s instead of 1.0 s, which pays from 4 sources on");
  CHECK(text_of(Preparation{.seconds = 2, .of_defaults = 1, .saved = 3}).ends_with("from 1 source on"));
}

TEST_CASE("a preparation that is not longer pays always, a longer one that saves nothing never") {
  const Preparation shorter{.seconds = 1, .of_defaults = 2, .saved = -1};
  CHECK(shorter.pays_from() == 0);
  CHECK(shorter.pays(0));
  CHECK(text_of(shorter) == "preparing takes 1.0 s instead of 2.0 s");
  const Preparation never{.seconds = 2, .of_defaults = 1, .saved = 0};
  CHECK_FALSE(never.pays_from().has_value());
  CHECK_FALSE(never.pays(1'000'000'000));
}

}  // namespace tuning_test
}  // namespace wayfront::host
