// The rules of `auto`: what it expects of plugins, asked as the host asks it.
#include <cmath>
#include <list>
#include <numeric>

#include "../../plugins/auto/graph_figures.hpp"
#include "../test.hpp"
#include "engine/choice/choice.hpp"
#include "graph/stored_graph.hpp"
#include "settings/argument_options.hpp"

namespace wayfront::host {
namespace auto_test {

using Arcs = std::vector<Arc<std::int32_t>>;
using Names = std::vector<std::string>;
constexpr std::uint64_t gigabyte = std::uint64_t{1} << 30;

const std::string dijkstra = WAYFRONT_DIJKSTRA, delta = WAYFRONT_DELTA_STEPPING, tarjan = WAYFRONT_BELLMAN_FORD_TARJAN,
                  sweep = WAYFRONT_SEPARATOR_SWEEP, own = WAYFRONT_MY_PLUGIN, external = WAYFRONT_EXTERNAL,
                  device_plugin = WAYFRONT_CLI_NEAR_FAR, boost = WAYFRONT_BOOST_DIJKSTRA;

Arcs grid_arcs(Vertex side, std::int32_t weight = 3) {
  Arcs arcs;
  for (Vertex v = 0; v < side * side; ++v) {
    if (v % side + 1 < side) arcs.insert(arcs.end(), {{v, v + 1, weight}, {v + 1, v, 3}});
    if (v + side < side * side) arcs.insert(arcs.end(), {{v, v + side, 3}, {v + side, v, 3}});
  }
  return arcs;
}

std::shared_ptr<const StoredGraph> grid(Vertex side, std::int32_t weight = 3) {
  return make_graph<std::int32_t>(side * side, grid_arcs(side, weight), OffsetKind::offsets32);
}

struct Asking {
  std::vector<std::string> files;
  std::string option{};  // "without=[...]"
  unsigned threads = 1;
  std::optional<InstalledDevice> device{};
  int asked_for_device = 0;

  Choice operator()(const Graph& graph, const Workload& work = {}) {
    static std::list<PluginRegistry> registries;  // to which choices refer
    PluginRegistry& plugins = registries.emplace_back();
    plugins.add_file(WAYFRONT_AUTO);
    for (const std::string& file : files) plugins.add_file(file);
    const Plugin& chooser = plugins.algorithm("");
    std::vector<std::string> options;
    if (!option.empty()) options.push_back(option);
    return choose(chooser, parse_options(options, chooser.options(), "options"), graph, work, plugins, threads, [&] {
      ++asked_for_device;
      return device ? &*device : nullptr;
    });
  }
};

std::string refusal(Asking asking, const Graph& graph, ExitCode code = ExitCode::plugin) {
  return refusal_by(code, [&] { asking(graph); });
}

Names names(const Choice& choice) {
  Names all;
  for (const Candidate& it : choice.ranking) all.emplace_back(it.plugin->about().name);
  return all;
}

const Candidate& found(const Choice& choice, std::string_view name) {
  return *std::ranges::find_if(choice.ranking, [&](const Candidate& it) { return it.plugin->about().name == name; });
}

TEST_CASE("a small graph is for dijkstra, one with negative arcs for a plugin that takes them") {
  CHECK(names(Asking{{delta, dijkstra}}(*grid(20))).front() == "dijkstra");
  CHECK(names(Asking{{delta, dijkstra, tarjan}}(*grid(20, -1))) == Names{"bellman-ford-tarjan"});
  CHECK(contains(reason_of(Asking{{delta, dijkstra}}(*grid(20))), "3.8 arcs each, about "));
}

TEST_CASE("names of plugins that there are not cannot be excluded") {
  CHECK(names(Asking{{delta, dijkstra}, R"(without=["dijkstra"])"}(*grid(20))) == Names{"delta-stepping"});
  CHECK(contains(refusal({{delta, dijkstra}, R"(without=["dijkstra", "delta-steping"])"}, *grid(20), ExitCode::usage),
                 "'without' names 'delta-steping', which is not an algorithm here; `wayfront list` shows"));
  CHECK(contains(refusal({{dijkstra}, R"(without=["dijkstra"])"}, *grid(20)),
                 "dijkstra: excluded by the option 'without'"));
}

TEST_CASE("a structure is prepared only for enough sources") {
  const auto graph = grid(100);
  const auto first = [&](std::uint64_t sources) {
    return names(Asking{{dijkstra, sweep}}(*graph,
                                           {.sources = sources, .per_call = std::min<std::uint64_t>(sources, 64)}))
        .front();
  };
  CHECK(first(1) == "dijkstra");
  CHECK(first(100'000) == "separator-sweep");
  Asking option{{dijkstra, sweep}, "sources=100000"};
  CHECK(names(option(*graph)).front() == "separator-sweep");
  CHECK(option(*graph).sources == 100'000);
}

TEST_CASE("an unknown plugin may race, a known slower one is for want of others") {
  const Choice choice = Asking{{own, dijkstra, external, boost}}(*grid(20));
  CHECK(names(choice) == Names{"dijkstra", "my-plugin", "boost-dijkstra"});
  CHECK_FALSE(choice.ranking[1].sure);
  CHECK_FALSE(choice.ranking[2].expected);
  CHECK(names(Asking{{own, external}}(*grid(20))) == Names{"my-plugin"});
  CHECK(names(Asking{{boost}}(*grid(20))) == Names{"boost-dijkstra"});
}

TEST_CASE("a device is asked for only where one of its plugins would be the fastest") {
  Asking asking{{dijkstra, device_plugin}, "", 1, InstalledDevice{"Fake GPU", 80 * gigabyte}};
  const auto small = grid(10), large = grid(400);
  CHECK(names(asking(*small)).front() == "dijkstra");
  CHECK(asking.asked_for_device == 0);
  const Choice choice = asking(*large, {.sources = 100});
  CHECK(asking.asked_for_device == 1);
  CHECK(names(choice).front() == "near-far");
  CHECK(contains(reason_of(choice), "Fake GPU"));
  CHECK(names(asking(*large, {.is_all = true})).front() == "dijkstra");  // starting it takes longer
  asking.device = InstalledDevice{"Small GPU", gigabyte / 1024};
  CHECK(names(asking(*large, {.sources = 100})) == Names{"dijkstra"});
  asking.device.reset();
  CHECK(names(asking(*large, {.sources = 100})) == Names{"dijkstra"});
  CHECK(contains(refusal({{device_plugin}}, *large), "there is no CUDA device"));
  CHECK(contains(refusal({{device_plugin}, "device=false"}, *large), "excluded by the option 'device'"));
}

TEST_CASE("instances that solve at the same time are as many as were asked for") {
  const auto graph = grid(20, -1);
  const auto seconds = [&](std::uint64_t per_call, unsigned parallel) {
    Asking asking{{tarjan}, "", 16};
    return asking(*graph, {.sources = 64, .per_call = per_call, .parallel = parallel}).ranking.front().solve;
  };
  const double alone = seconds(1, 0);
  CHECK(seconds(64, 0) == doctest::Approx(alone / 9.4));
  CHECK(seconds(64, 100) == doctest::Approx(alone / 9.4));
  CHECK(seconds(64, 4) == doctest::Approx(alone / 4));
  CHECK(seconds(8, 0) == doctest::Approx(alone / 6.2));
  CHECK(seconds(64, 1) == doctest::Approx(alone));
}

TEST_CASE("targets make only those faster that do not search for other vertices") {
  const auto graph = grid(20);
  const auto seconds = [&](const Asked& scope) {
    return Asking{{sweep}}(*graph, {.asked = &scope}).ranking.front().solve;
  };
  const double whole = seconds({});
  CHECK(seconds({.targets = {7}}) == doctest::Approx(whole / 20));
  CHECK(seconds({.targets = {7}, .predecessors = true}) == doctest::Approx(whole));
  CHECK(seconds({.targets = {7}, .count = 3}) == doctest::Approx(whole));
  Asked all;
  all.targets.resize(400);
  std::iota(all.targets.begin(), all.targets.end(), Vertex{0});
  CHECK(seconds(all) == doctest::Approx(whole));
}

TEST_CASE("a search that stops early costs less") {
  const auto graph = grid(300);
  const Vertex middle = 45'150;
  const auto seconds = [&](const Asked& scope) {
    return found(Asking{{dijkstra, delta}, "", 2}(*graph, {.some = {&middle, 1}, .asked = &scope}), "dijkstra").solve;
  };
  const double whole = seconds({});
  CHECK(seconds({.count = 10}) < 0.1 * whole);
  CHECK(seconds({.targets = {7}}) < 0.7 * whole);
  CHECK(seconds({.limit = 60}) < 0.2 * whole);
  CHECK(seconds({.limit = 1e9}) == doctest::Approx(whole));
}

TEST_CASE("a plugin that sums rows itself is for sums of which all rows are certified") {
  const auto graph = grid(100);
  const auto choice = [&](std::uint64_t rows, bool is_all) {
    const Asked sums{.reduce = Reducing{}, .sample = {.rows = rows}};
    return Asking{{dijkstra, sweep}}(*graph, {.sources = 100'000, .per_call = 64, .asked = &sums, .is_all = is_all});
  };
  CHECK(names(choice(32, true)) == Names{"dijkstra"});
  const Choice all = choice(RowSampling::all, true), measured = choice(RowSampling::all, false);
  CHECK(names(all).front() == "separator-sweep");
  CHECK(all.ranking.front().solves == 2);  // of which reports count one, and so does the sentence
  CHECK(contains(reason_of(all), time_text(all.ranking.front().prepare + 50'000 * all.ranking.front().solve)));
  CHECK(measured.ranking.front().solve == all.ranking.front().solve / 2);  // of a pipeline, which measures one
  CHECK(reason_of(measured) == reason_of(all));
}

chooser::GraphFigures figures(Vertex vertices, const Arcs& arcs, Vertex source) {
  return chooser::figures_of(*make_graph<std::int32_t>(vertices, arcs, OffsetKind::offsets32), {&source, 1});
}

TEST_CASE("small separators show in vertices whose neighbours have arcs to each other") {
  // Each vertex joins both ends of an arc that was there: a random 2-tree.
  Arcs arcs = {{0, 1, 3}, {1, 0, 3}};
  std::uint64_t state = 1;
  constexpr Vertex vertices = 20'000;
  for (Vertex v = 2; v < vertices; ++v) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    const auto [a, b, weight] = arcs[(state >> 33) % arcs.size()];
    arcs.insert(arcs.end(), {{a, v, 3}, {v, a, 3}, {b, v, 3}, {v, b, 3}});
  }
  CHECK(figures(vertices, arcs, 5).simplicial > 0.3);
  CHECK(figures(vertices, arcs, 5).levels < 40);
  const auto graph = make_graph<std::int32_t>(vertices, arcs, OffsetKind::offsets32);
  CHECK(names(Asking{{dijkstra, delta, sweep}}(*graph, {.sources = 300, .per_call = 64})).front() == "separator-sweep");
  CHECK(figures(90'000, grid_arcs(300), 45'150).simplicial == 0);
  CHECK(figures(3, {{0, 1, 5}, {1, 2, 1}}, 2).simplicial == 0);
}

TEST_CASE("floats that are whole numbers are as good as integers") {
  const auto first = [](float weight) {
    std::vector<Arc<float>> arcs;
    for (const Arc<std::int32_t>& it : grid_arcs(100)) arcs.push_back({it.source, it.target, weight});
    const auto graph = make_graph<float>(10'000, arcs, OffsetKind::offsets32);
    return names(Asking{{dijkstra, sweep}}(*graph, {.sources = 10'000, .per_call = 64})).front();
  };
  CHECK(first(3) == "separator-sweep");
  CHECK(first(0.3F) == "dijkstra");
}

TEST_CASE("how far and how deep a search goes") {
  CHECK(figures(3, {{0, 1, 5}, {1, 2, 1}}, 2).reached == 1);
  Arcs arcs = grid_arcs(20);
  const auto graph = make_graph<std::int32_t>(402, arcs, OffsetKind::offsets32);
  const std::vector<Vertex> sources = {210, 400, 401};
  const chooser::GraphFigures mean = chooser::figures_of(*graph, sources);
  CHECK(mean.reached == 134);  // (400 + 1 + 1) / 3
  CHECK(mean.levels > 15);
  CHECK(figures(400, grid_arcs(20), 210).growth == doctest::Approx(2).epsilon(0.3));
  const chooser::GraphFigures grid = figures(90'000, grid_arcs(300), 45'150);
  CHECK(grid.growth == doctest::Approx(2).epsilon(0.25));
  CHECK(grid.levels > 150);
  CHECK(grid.levels < 600);
  CHECK(grid.scatter == 0);
  CHECK(chooser::figures_of(*make_graph<std::int32_t>(0, Arcs{}, OffsetKind::offsets32), {}).reached == 0);
}

TEST_CASE("a random graph is a few levels deep, and a star has one hub") {
  Arcs arcs;
  std::uint64_t state = 1;
  constexpr Vertex vertices = 100'000;
  for (Vertex u = 0; u < vertices; ++u)
    for (int i = 0; i < 8; ++i) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      arcs.push_back({u, static_cast<Vertex>((state >> 33) % vertices), 7});
    }
  CHECK(figures(vertices, arcs, 5).levels < 12);
  CHECK(figures(vertices, arcs, 5).scatter > 0.8);
  Arcs star;
  for (Vertex v = 1; v < 20'000; ++v) star.push_back({0, v, 1});
  CHECK(figures(20'000, star, 0).hub == 19'999);
  CHECK(figures(20'000, star, 0).levels < 40);
  CHECK(figures(20'000, star, 7).reached == 1);
}

}  // namespace auto_test
}  // namespace wayfront::host
