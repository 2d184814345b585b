#include "auto/choice.hpp"

#include "../../test.hpp"
#include "auto/cost_models.hpp"
#include "graph/stored_graph.hpp"
#include "plugins/chooser.hpp"
#include "settings/argument_options.hpp"

namespace wayfront::host {
namespace choice_test {

using Arcs = std::vector<Arc<std::int32_t>>;
constexpr std::uint64_t gigabyte = std::uint64_t{1} << 30;

std::optional<InstalledDevice> no_device() { return std::nullopt; }

PluginRegistry registry(const std::vector<std::string>& files) {
  PluginRegistry all;
  for (const std::string& file : files) all.add_file(file);
  return all;
}

const std::string dijkstra = WAYFRONT_DIJKSTRA, delta = WAYFRONT_DELTA_STEPPING, tarjan = WAYFRONT_TARJAN,
                  sweep = WAYFRONT_SEPARATOR_SWEEP, own = WAYFRONT_TEMPLATE, external = WAYFRONT_EXTERNAL,
                  device_plugin = WAYFRONT_DEVICE_PLUGIN;

std::shared_ptr<const StoredGraph> grid(Vertex side, std::int32_t weight = 3) {
  Arcs arcs;
  for (Vertex v = 0; v < side * side; ++v) {
    if (v % side + 1 < side) arcs.insert(arcs.end(), {{v, v + 1, weight}, {v + 1, v, 3}});
    if (v + side < side * side) arcs.insert(arcs.end(), {{v, v + side, 3}, {v + side, v, 3}});
  }
  return make_graph<std::int32_t>(side * side, arcs, OffsetKind::offsets32);
}

std::vector<std::string> names(const Choice& choice) {
  std::vector<std::string> all;
  for (const Candidate& it : choice.ranking) all.emplace_back(it.plugin->about().name);
  return all;
}

TEST_CASE("every plugin that takes the graph is ranked by its expected time, and the sentence names the first ones") {
  const PluginRegistry plugins = registry({dijkstra, delta});
  const Choice choice = choose(*grid(20), {}, {}, plugins, 2, no_device);
  CHECK(names(choice) == std::vector<std::string>{"dijkstra", "delta-stepping"});
  CHECK(std::ranges::is_sorted(choice.ranking, {}, [](const Candidate& it) { return *it.total; }));
  CHECK(contains(choice.reason, "expected to take "));
  CHECK(contains(choice.reason, "delta-stepping "));
  CHECK(contains(choice.reason, "400 vertices, 3.8 arcs each, about "));
  CHECK(contains(choice.reason, "levels; 2 threads"));
}

TEST_CASE("plugins that are missing leave the choice to the others") {
  CHECK(names(choose(*grid(20), {}, {}, registry({tarjan}), 2, no_device)) ==
        std::vector<std::string>{"bellman-ford-tarjan"});
}

TEST_CASE("negative arcs exclude plugins, and the reason of each is told") {
  const PluginRegistry plugins = registry({dijkstra, delta, tarjan});
  const Choice choice = choose(*grid(20, -1), {}, {}, plugins, 2, no_device);
  CHECK(names(choice) == std::vector<std::string>{"bellman-ford-tarjan"});
  REQUIRE(choice.refused.size() == 2);
  CHECK(choice.refused.back() == "dijkstra: does not support negative weights");
  CHECK(refusal_by(ExitCode::plugin,
                   [&] { choose(*grid(20, -1), {}, {.without = {"bellman-ford-tarjan"}}, plugins, 2, no_device); }) ==
        "no plugin fits this graph and question: bellman-ford-tarjan: excluded by the option 'without'; "
        "delta-stepping: does not support negative weights; dijkstra: does not support negative weights; install one "
        "that does, or change the options of auto");
}

TEST_CASE("a structure is prepared only for enough sources") {
  // 1 ms for each source, or 0.1 s once and then 10 us; nanoseconds.
  constexpr CostModel known[] = {{.plugin = "dijkstra", .solve = {1e6}, .batch = {1e6}, .prepare = {}},
                                 {.plugin = "separator-sweep", .solve = {1e4}, .batch = {1e4}, .prepare = {1e8}}};
  const PluginRegistry plugins = registry({dijkstra, sweep});
  const auto graph = grid(100);
  const auto first = [&](std::uint64_t sources) {
    const Workload work{.sources = sources, .per_call = std::min<std::uint64_t>(sources, 64)};
    return names(choose(*graph, work, {}, plugins, 1, no_device, known)).front();
  };
  CHECK(first(1) == "dijkstra");
  CHECK(first(100) == "dijkstra");
  CHECK(first(102) == "separator-sweep");
  const Choice many = choose(*graph, {.sources = 1000}, {}, plugins, 1, no_device, known);
  CHECK(*many.ranking.front().total == doctest::Approx(0.11));
  CHECK(contains(many.reason, "for each source after 100 ms to prepare"));
}

TEST_CASE("preparing is given up where it takes longer than the next plugin would be worth") {
  constexpr CostModel known[] = {{.plugin = "dijkstra", .solve = {1e6}, .batch = {1e6}, .prepare = {}},
                                 {.plugin = "separator-sweep", .solve = {1e4}, .batch = {1e4}, .prepare = {1e8}}};
  const PluginRegistry plugins = registry({dijkstra, sweep});
  const auto ranking = [&](std::uint64_t sources) {
    return choose(*grid(10), {.sources = sources}, {}, plugins, 1, no_device, known).ranking;
  };
  CHECK(ranking(150).front().patience == doctest::Approx(0.15));  // half as long again as was expected
  CHECK(ranking(10'000).front().patience == doctest::Approx(4));  // 0.4 of what dijkstra takes
  CHECK(std::isinf(ranking(10'000).back().patience));             // there is no other
  CHECK(out_of_patience(0.25).status == RunStatus::skipped);
  CHECK(contains(out_of_patience(0.25).reason, "after 250 ms"));
}

TEST_CASE("names of plugins that there are not cannot be excluded") {
  const PluginRegistry plugins = registry({dijkstra, delta});
  const auto options = [&](const std::string& names) {
    const std::string text = "without=" + names;
    return parse_options({&text, 1}, std::span(chooser().options, chooser().option_count), "options of plugin 'auto'");
  };
  CHECK(chooser_options(options("[\"dijkstra\"]"), plugins).without == std::vector<std::string>{"dijkstra"});
  CHECK_FALSE(wrong_options(options("[\"dijkstra\"]"), plugins).has_value());
  const auto wrong = wrong_options(options("[\"dijkstra\", \"delta-steping\"]"), plugins);
  REQUIRE(wrong.has_value());
  CHECK(contains(*wrong, "did you mean 'delta-stepping'"));
  CHECK_THROWS_AS(chooser_options(options("[\"./dijkstra.so\"]"), plugins), UserError);
}

TEST_CASE("without any algorithm the error says where plugins are looked for") {
  const std::string why = refusal_by(ExitCode::plugin, [&] { choose(*grid(3), {}, {}, registry({}), 1, no_device); });
  CHECK(contains(why, "--plugins"));
  CHECK(contains(why, "LibraryOptions::plugins"));
}

TEST_CASE("a plugin without a cost model is taken only where there is no other") {
  const PluginRegistry plugins = registry({own, dijkstra, external});
  CHECK(names(choose(*grid(20), {}, {}, plugins, 1, no_device)) == std::vector<std::string>{"dijkstra"});
  const Choice choice = choose(*grid(20), {}, {.without = {"dijkstra"}}, plugins, 1, no_device);
  CHECK(names(choice).front() == "my-plugin");
  CHECK(contains(choice.reason, "no plugin with a cost model"));
}

/// A device pays from some thousand vertices on; nanoseconds.
constexpr CostModel with_device[] = {{.plugin = "dijkstra", .solve = {0, 100}},
                                     {.plugin = "near-far", .solve = {1e6}, .prepare = {1e6}}};

TEST_CASE("a device is asked for only where one of its plugins would be the fastest") {
  const PluginRegistry plugins = registry({dijkstra, device_plugin});
  int asked = 0;
  std::optional<InstalledDevice> device = InstalledDevice{"Fake GPU", 80 * gigabyte};
  const auto ask = [&] {
    ++asked;
    return device;
  };
  const auto choice = [&](Vertex side, const ChooserOptions& options = {}) {
    const Vertex middle = side * side / 2;
    return choose(*grid(side), {.some = {&middle, 1}}, options, plugins, 1, ask, with_device);
  };
  CHECK(names(choice(10)).front() == "dijkstra");
  CHECK(asked == 0);
  const Choice large = choice(300);
  CHECK(asked == 1);
  CHECK(names(large).front() == "near-far");
  CHECK(contains(large.reason, "Fake GPU"));
  CHECK(names(choice(300, {.device = false, .without = {}})) == std::vector<std::string>{"dijkstra"});
  device = InstalledDevice{"Small GPU", gigabyte / 1024};
  const Choice small = choice(300);
  CHECK(names(small) == std::vector<std::string>{"dijkstra"});
  CHECK(contains(small.refused.front(), "of Small GPU's memory"));
  device.reset();
  const Choice none = choice(300);
  CHECK(names(none) == std::vector<std::string>{"dijkstra"});
  CHECK(none.refused.front() == "near-far: there is no CUDA device");
}

TEST_CASE("a plugin without a cost model comes last where all others may decline") {
  const auto ask = [] { return std::optional(InstalledDevice{"Fake GPU", 80 * gigabyte}); };
  const auto ranking = [&](const PluginRegistry& all) {
    return choose(*grid(300), {}, {}, all, 1, ask, with_device);
  };
  const PluginRegistry plugins = registry({device_plugin, own, external});  // to which a choice refers
  const Choice choice = ranking(plugins);
  CHECK(names(choice) == std::vector<std::string>{"near-far", "my-plugin"});
  CHECK_FALSE(choice.ranking.back().total.has_value());
  CHECK_FALSE(contains(choice.reason, "my-plugin"));
  CHECK(names(ranking(registry({device_plugin, own, dijkstra}))) == std::vector<std::string>{"near-far", "dijkstra"});
  constexpr CostModel structure[] = {{.plugin = "separator-sweep", .solve = {1e4}, .max_growth = 3}};
  CHECK(names(choose(*grid(100), {}, {}, registry({sweep, own}), 1, no_device, structure)) ==
        std::vector<std::string>{"separator-sweep", "my-plugin"});
}

TEST_CASE("a device that trials may be for is asked for where starting it fits their budget") {
  // 10 us or 15 us for each source.
  constexpr CostModel slower[] = {{.plugin = "dijkstra", .solve = {1e4}}, {.plugin = "near-far", .solve = {1.5e4}}};
  const PluginRegistry plugins = registry({dijkstra, device_plugin});
  int asked = 0;
  const auto ask = [&] {
    ++asked;
    return std::optional(InstalledDevice{"Fake GPU", 80 * gigabyte});
  };
  const auto ranking = [&](std::uint64_t sources, bool trials) {
    return names(choose(*grid(20), {.sources = sources}, {.trials = trials}, plugins, 1, ask, slower));
  };
  CHECK(ranking(1'000'000, true).size() == 1);
  CHECK(ranking(2'000'000, false).size() == 1);
  CHECK(asked == 0);
  CHECK(ranking(2'000'000, true) == std::vector<std::string>{"dijkstra", "near-far"});
}

TEST_CASE("the option 'sources' stands for those of the question") {
  constexpr CostModel known[] = {{.plugin = "dijkstra", .solve = {1e6}},
                                 {.plugin = "separator-sweep", .solve = {1e4}, .prepare = {1e8}}};
  const PluginRegistry plugins = registry({dijkstra, sweep});
  const auto choice = [&](std::uint64_t asked, std::int64_t option) {
    return choose(*grid(100), {.sources = asked}, {.sources = option}, plugins, 1, no_device, known);
  };
  CHECK(names(choice(1, 1000)).front() == "separator-sweep");
  CHECK(choice(1, 1000).sources == 1000);
  CHECK(names(choice(1000, 1)).front() == "dijkstra");
  CHECK(choice(1000, 0).sources == 1000);
  CHECK(*choice(1000, 1000).ranking.front().total == *choice(1000, 0).ranking.front().total);
}

TEST_CASE("instances that solve at the same time are as many as were asked for") {
  constexpr CostModel known[] = {
      {.plugin = "bellman-ford-tarjan", .solve = {1e6}, .batch = {1e5}}};  // 0.1 ms with all threads
  const PluginRegistry plugins = registry({tarjan});
  const auto seconds = [&](std::uint64_t per_call, unsigned parallel) {
    return *choose(*grid(20), {.sources = 64, .per_call = per_call, .parallel = parallel}, {}, plugins, 16, no_device,
                   known)
                .ranking.front()
                .solve;
  };
  CHECK(seconds(64, 0) == doctest::Approx(1e-4));
  CHECK(seconds(64, 16) == doctest::Approx(1e-4));
  CHECK(seconds(64, 100) == doctest::Approx(1e-4));
  CHECK(seconds(64, 4) == doctest::Approx(4e-4));
  CHECK(seconds(8, 0) == doctest::Approx(2e-4));
  CHECK(seconds(8, 4) == doctest::Approx(4e-4));
  CHECK(seconds(64, 1) == doctest::Approx(1e-3));
}

TEST_CASE("targets make only those faster that do not search for other vertices") {
  constexpr CostModel known[] = {{.plugin = "separator-sweep", .solve = {1e6}}, {.plugin = "near-far", .solve = {1e6}}};
  const auto ask = [] { return std::optional(InstalledDevice{"Fake GPU", 80 * gigabyte}); };
  const auto graph = grid(20);
  const auto seconds = [&](const std::string& file, const Asked& scope) {
    const Workload work{.asked = &scope};
    const Choice choice = choose(*graph, work, {}, registry({file}), 1, ask, known);
    return *choice.ranking.front().solve;
  };
  CHECK(seconds(sweep, {.targets = {7}}) == doctest::Approx(5e-5));
  CHECK(seconds(sweep, {.targets = {7}, .predecessors = true}) == doctest::Approx(1e-3));
  CHECK(seconds(sweep, {.targets = {7}, .count = 3}) == doctest::Approx(1e-3));
  Asked all;
  all.targets.resize(400);
  std::iota(all.targets.begin(), all.targets.end(), Vertex{0});
  CHECK(seconds(sweep, all) == doctest::Approx(1e-3));
  CHECK(seconds(device_plugin, all) == doctest::Approx(1e-3));
  const std::vector<Vertex> half(all.targets.begin(), all.targets.begin() + 200);
  CHECK(seconds(device_plugin, {.targets = half}) == doctest::Approx(1e-3));
}

TEST_CASE("the time to start a device counts where the program ends with the answer") {
  const PluginRegistry plugins = registry({dijkstra, device_plugin});
  const auto device = [] { return std::optional(InstalledDevice{"Fake GPU", 80 * gigabyte}); };
  const auto graph = grid(300);
  CHECK(names(choose(*graph, {}, {}, plugins, 1, device, with_device)).front() == "near-far");
  CHECK(names(choose(*graph, {.starts_device = true}, {}, plugins, 1, device, with_device)).front() == "dijkstra");
}

TEST_CASE("a search that stops early costs less") {
  const PluginRegistry plugins = registry({dijkstra, delta});
  const auto graph = grid(300);
  const auto seconds = [&](const Asked& scope) {
    const Vertex middle = 45'150;
    const Choice choice = choose(*graph, {.some = {&middle, 1}, .asked = &scope}, {}, plugins, 2, no_device);
    const auto found = std::ranges::find(choice.ranking, std::string("dijkstra"),
                                         [](const Candidate& it) { return std::string(it.plugin->about().name); });
    return *found->solve;
  };
  const double whole = seconds({});
  CHECK(seconds({.count = 10}) < 0.1 * whole);
  CHECK(seconds({.targets = {7}}) < 0.7 * whole);
  CHECK(seconds({.limit = 60}) < 0.2 * whole);
  CHECK(seconds({.limit = 1e9}) == doctest::Approx(whole));
}

TEST_CASE("a plugin whose sums only a sample of rows would prove is not chosen for sums") {
  const PluginRegistry plugins = registry({dijkstra, sweep});
  const auto graph = grid(100);
  const auto choice = [&](std::uint64_t rows) {
    const Asked sums{.reduce = Reducing{}, .sample = {.rows = rows}};
    return choose(*graph, {.sources = 100'000, .per_call = 64, .asked = &sums}, {}, plugins, 1, no_device);
  };
  CHECK(names(choice(32)) == std::vector<std::string>{"dijkstra"});
  CHECK(contains(choice(32).refused.front(), "separator-sweep: sums its rows itself"));
  CHECK(names(choice(RowSampling::all)).size() == 2);
}

TEST_CASE("every cost model costs something") {
  for (const CostModel& model : cost_models()) {
    CAPTURE(std::string(model.plugin));
    CHECK(std::accumulate(model.solve.begin(), model.solve.end(), 0.0) > 0);
    for (const Terms& terms : {model.solve, model.batch, model.large_batch, model.prepare, model.prepare_batch})
      CHECK(std::ranges::all_of(terms, [](double it) { return it >= 0; }));
  }
}

}  // namespace choice_test
}  // namespace wayfront::host
