#include "auto/trial.hpp"

#include "../../test.hpp"
#include "auto/cost_models.hpp"
#include "auto/outsiders.hpp"
#include "graph/stored_graph.hpp"

namespace wayfront::host {
namespace trial_test {

/// What a plugin really costs, in seconds, and what goes wrong with it.
struct RealCost {
  double prepare = 0, each = 0, start = 0;
  Ending preparing{}, solving{};
};

/// A bench with costs of its own and a clock that goes by them.
class FakeBench final : public TrialBench {
 public:
  explicit FakeBench(std::map<std::string, RealCost> all, std::size_t per_call = 64)
      : costs(std::move(all)), per_call_(per_call) {}

  double now() const override { return clock_; }
  TrialCalls calls(const Plugin& /*plugin*/) const override { return {.sources = per_call_}; }
  double left() const override { return question_left; }
  double start(const Plugin& plugin) const override { return costs.at(plugin.about().name).start; }
  Ending prepare(std::size_t number, const Candidate& candidate, double limit, double& seconds) override {
    names_[number] = candidate.plugin->about().name;
    const RealCost& cost = costs.at(names_[number]);
    prepared.insert(names_[number]);
    if (cost.preparing.status != RunStatus::ok) return cost.preparing;
    seconds = std::min(cost.prepare, limit);
    clock_ += cost.start + seconds;
    return cost.prepare > limit ? Ending{RunStatus::timeout, "it was told to stop"} : Ending{};
  }
  Ending solve(std::size_t number, std::size_t first, std::size_t sources, double limit, double& seconds) override {
    CHECK(first == solved[names_.at(number)]);
    const RealCost& cost = costs.at(names_.at(number));
    if (cost.solving.status != RunStatus::ok) return cost.solving;
    const double needed = cost.each * static_cast<double>(sources);
    seconds = std::min(needed, limit);
    clock_ += seconds;
    solved[names_[number]] += sources;
    calls_made[names_[number]].push_back(sources);
    return needed > limit ? Ending{RunStatus::timeout, "it was told to stop"} : Ending{};
  }
  void release(std::size_t number) override { released.insert(names_.at(number)); }

  std::map<std::string, RealCost> costs;
  double question_left = std::numeric_limits<double>::infinity();
  std::set<std::string> prepared{}, released{};
  std::map<std::string, std::size_t> solved{};
  std::map<std::string, std::vector<std::size_t>> calls_made{};

 private:
  std::size_t per_call_;
  std::map<std::size_t, std::string> names_{};
  double clock_ = 0;
};

const std::string delta = "delta-stepping", sweep = "separator-sweep", tarjan = "bellman-ford-tarjan";

const std::map<std::string, std::string> files = {{"dijkstra", WAYFRONT_DIJKSTRA},
                                                  {delta, WAYFRONT_DELTA_STEPPING},
                                                  {tarjan, WAYFRONT_TARJAN},
                                                  {sweep, WAYFRONT_SEPARATOR_SWEEP},
                                                  {"bellman-ford", WAYFRONT_BELLMAN_FORD}};

/// A ring of 50 vertices: 50 levels; or all arcs between 50 vertices: 2.
std::shared_ptr<const StoredGraph> small_graph(bool complete = false) {
  std::vector<Arc<std::int32_t>> arcs;
  for (Vertex u = 0; u < 50; ++u)
    for (Vertex v = 0; v < 50; ++v)
      if (u != v && (complete || v == (u + 1) % 50)) arcs.push_back({u, v, 3});
  return make_graph<std::int32_t>(50, arcs, OffsetKind::offsets32);
}

/// Models that expect a constant time for each source, and for preparing.
struct Expected {
  const char* plugin;
  double each, prepare = 0;
};
std::vector<CostModel> models(const std::vector<Expected>& expected) {
  std::vector<CostModel> all;
  for (const Expected& it : expected)
    all.push_back(
        {.plugin = it.plugin, .solve = {it.each * 1e9}, .batch = {it.each * 1e9}, .prepare = {it.prepare * 1e9}});
  return all;
}

struct Tried {
  Choice choice;
  TrialResult result;
  std::string first() const { return std::string(choice.ranking.front().plugin->about().name); }
};

Tried try_all(const std::vector<Expected>& expected, FakeBench& bench, std::uint64_t sources,
              const ChooserOptions& options = {}, const StoredGraph& graph = *small_graph(),
              bool starts_device = false) {
  static std::map<std::string, PluginRegistry> registries;  // their plugins stay open
  std::string key;
  for (const auto& [name, cost] : bench.costs) key += name + " ";
  PluginRegistry& plugins = registries[key];
  if (plugins.plugins().empty())
    for (const auto& [name, cost] : bench.costs) plugins.add_file(files.at(name));
  const std::vector<CostModel> known = models(expected);
  Tried tried{.choice = choose(
                  graph, {.sources = sources, .per_call = std::min<std::uint64_t>(sources, 64), .parallel = 1}, options,
                  plugins, 1, [] { return std::optional<InstalledDevice>(); }, known),
              .result = {}};
  tried.choice.starts_device = starts_device;
  tried.result = try_candidates(tried.choice, sources, bench);
  return tried;
}

bool mentions(const std::string& text, std::string_view part) { return contains(text, part); }

TEST_CASE("a trial corrects models that are wrong, and the one that wins stays prepared") {
  FakeBench bench({{"dijkstra", {.each = 1.8e-3}}, {delta, {.prepare = 1e-3, .each = 5e-4}}});
  const Tried tried = try_all({{"dijkstra", 1e-3}, {"delta-stepping", 1.5e-3, 1e-3}}, bench, 1000);
  CHECK(tried.first() == delta);
  REQUIRE(tried.result.kept.has_value());
  CHECK(tried.result.prepare == doctest::Approx(1e-3));
  CHECK(bench.released == std::set<std::string>{"dijkstra"});
  CHECK(tried.choice.ranking.front().known == Candidate::Known::measured);
  CHECK(*tried.choice.ranking.front().total == doctest::Approx(0.501));
  CHECK(mentions(tried.choice.reason,
                 "measured 500 us for each source, 501 ms in all; dijkstra 1.8 s (measured); trials took "));
  CHECK(mentions(tried.choice.reason, "(50 vertices, "));
}

TEST_CASE("a model that is right stays right") {
  FakeBench bench({{"dijkstra", {.each = 1e-3}}, {delta, {.each = 1.5e-3}}});
  const Tried tried = try_all({{"dijkstra", 1e-3}, {"delta-stepping", 1.5e-3}}, bench, 1000);
  CHECK(tried.first() == "dijkstra");
  CHECK(tried.result.kept.has_value());
  CHECK(bench.released == std::set<std::string>{delta});
}

TEST_CASE("the trials of those that lose take at most their share of the question") {
  for (const std::uint64_t sources : {300, 1000, 5000, 100'000}) {
    CAPTURE(sources);
    FakeBench bench({{"dijkstra", {.each = 1e-3}}, {delta, {.each = 1.1e-3}}, {tarjan, {.each = 1.2e-3}}});
    const Tried tried =
        try_all({{"dijkstra", 1e-3}, {"delta-stepping", 1.1e-3}, {"bellman-ford-tarjan", 1.2e-3}}, bench, sources);
    CHECK(tried.first() == "dijkstra");
    const double lost =
        1.1e-3 * static_cast<double>(bench.solved[delta]) + 1.2e-3 * static_cast<double>(bench.solved[tarjan]);
    CHECK(lost > 0);
    CHECK(lost <= trial_share * 1e-3 * static_cast<double>(sources));
    CHECK(bench.solved["dijkstra"] * 50 <= sources);
    CHECK(tried.result.seconds == doctest::Approx(lost + 1e-3 * static_cast<double>(bench.solved["dijkstra"])));
    for (const auto& [name, calls] : bench.calls_made) CHECK(std::ranges::max(calls) <= 64);
  }
}

TEST_CASE("the time to start a device counts in a choice only where it is part of the question") {
  const std::map<std::string, RealCost> costs = {
      {"dijkstra", {.each = 3e-4}}, {tarjan, {.each = 3.2e-4}}, {delta, {.each = 1e-4, .start = 0.3}}};
  const std::vector<Expected> expected = {
      {"dijkstra", 3e-4}, {"bellman-ford-tarjan", 3.2e-4}, {"delta-stepping", 1e-4}};
  FakeBench in_pipeline(costs), in_command(costs);
  CHECK(try_all(expected, in_pipeline, 1000).first() == delta);
  CHECK(try_all(expected, in_command, 1000, {}, *small_graph(), true).first() == "dijkstra");
}

TEST_CASE("few sources have no trial") {
  FakeBench bench({{"dijkstra", {.each = 1e-3}}, {delta, {.each = 1e-5}}});
  const Tried tried = try_all({{"dijkstra", 1e-3}, {"delta-stepping", 1.1e-3}}, bench, 40);
  CHECK(bench.prepared.empty());
  CHECK(tried.first() == "dijkstra");
  CHECK_FALSE(tried.result.kept.has_value());
  CHECK(mentions(tried.choice.reason, "expected to take 1.0 ms for each source"));
}

TEST_CASE("nothing is tried where the option says so, or where no other plugin could be the fastest") {
  FakeBench bench({{"dijkstra", {.each = 1e-3}}, {delta, {.each = 1e-5}}});
  CHECK(try_all({{"dijkstra", 1e-3}, {"delta-stepping", 1.1e-3}}, bench, 1000, {.trials = false}).first() ==
        "dijkstra");
  CHECK(try_all({{"dijkstra", 1e-3}, {"delta-stepping", 3e-3}}, bench, 1000).first() == "dijkstra");
  CHECK(bench.prepared.empty());
}

TEST_CASE("what declines, crashes or hangs in its trial leaves the choice to the others") {
  const std::vector<Expected> expected = {{"dijkstra", 1e-3}, {"delta-stepping", 1.1e-3}};
  const auto tried_with = [&](RealCost cost) {
    FakeBench bench({{"dijkstra", {.each = 1e-3}}, {delta, std::move(cost)}});
    Tried tried = try_all(expected, bench, 1000);
    CHECK(tried.first() == "dijkstra");
    CHECK(tried.result.kept.has_value());
    CHECK(bench.released.contains(delta));
    CHECK(bench.now() <= 0.05);
    return tried;
  };
  const Tried declined = tried_with({.preparing = {RunStatus::skipped, "no map"}});
  CHECK(declined.result.dropped == std::vector<std::string>{"delta-stepping declined in its trial: no map"});
  CHECK(declined.choice.ranking.size() == 1);
  const Tried crashed = tried_with({.solving = {RunStatus::failed, "its process crashed"}});
  CHECK(crashed.result.dropped == std::vector<std::string>{"delta-stepping failed in its trial: its process crashed"});
  CHECK(crashed.choice.ranking.size() == 1);
  const Tried slow = tried_with({.prepare = 1e3});
  CHECK(slow.result.dropped.empty());  // only the budget of its trial is exceeded
  CHECK(slow.choice.ranking.back().known == Candidate::Known::at_least);
  const Tried hangs = tried_with({.each = 1e3});
  CHECK(hangs.result.dropped.empty());
  CHECK(hangs.choice.ranking.back().known == Candidate::Known::at_least);
  CHECK(mentions(hangs.choice.reason, "delta-stepping more than "));
}

TEST_CASE("the last one that has not failed needs no trial") {
  const Ending fault{RunStatus::failed, "a fault"};
  FakeBench bench({{"dijkstra", {.solving = fault}}, {delta, {.solving = fault}}});
  const Tried tried = try_all({{"dijkstra", 1e-3}, {"delta-stepping", 1.1e-3}}, bench, 1000);
  CHECK(tried.first() == delta);
  CHECK_FALSE(tried.result.kept.has_value());
  CHECK(tried.result.dropped.size() == 1);
  CHECK(tried.choice.ranking.size() == 1);
}

TEST_CASE("an interruption ends the trials") {
  FakeBench bench({{"dijkstra", {.solving = {RunStatus::interrupted, ""}}}, {delta, {.each = 1e-3}}});
  const Tried tried = try_all({{"dijkstra", 1e-3}, {"delta-stepping", 1.1e-3}}, bench, 1000);
  CHECK_FALSE(tried.result.kept.has_value());
  CHECK(bench.prepared == std::set<std::string>{"dijkstra"});
  CHECK(bench.released == bench.prepared);
  CHECK(tried.result.dropped.empty());
}

TEST_CASE("what takes long to prepare comes last, and only if no other was measured to be faster") {
  const std::vector<Expected> expected = {{"dijkstra", 2e-3}, {"separator-sweep", 1e-4, 1}};
  FakeBench fast({{"dijkstra", {.each = 5e-4}}, {sweep, {.prepare = 1, .each = 1e-4}}});
  CHECK(try_all(expected, fast, 1000).first() == "dijkstra");
  CHECK(fast.prepared == std::set<std::string>{"dijkstra"});
  FakeBench as_expected({{"dijkstra", {.each = 2e-3}}, {sweep, {.prepare = 1, .each = 1e-4}}});
  const Tried tried = try_all(expected, as_expected, 1000);
  CHECK(tried.first() == sweep);
  CHECK(tried.result.kept.has_value());
  CHECK(mentions(tried.choice.reason,
                 "measured 100 us for each source after 1.0 s to prepare, 1.1 s in all; dijkstra 2.0 s (measured)"));
  FakeBench bad({{"dijkstra", {.each = 2e-3}}, {sweep, {.prepare = 1, .each = 9e-3}}});
  CHECK(try_all(expected, bad, 1000).first() == "dijkstra");
}

TEST_CASE("the one that is expected to be the fastest may use all that trials may take to prepare") {
  FakeBench bench({{"dijkstra", {.each = 1e-3}}, {delta, {.prepare = 0.012, .each = 9e-4}}});
  const Tried tried = try_all({{"dijkstra", 1e-3}, {"delta-stepping", 9e-4, 1e-4}}, bench, 1000);
  CHECK(tried.first() == delta);
  CHECK(tried.result.kept.has_value());
}

TEST_CASE("the one that is expected to be the fastest may take somewhat longer to prepare than expected") {
  const std::vector<Expected> expected = {{"dijkstra", 1e-3}, {"delta-stepping", 9e-4, 0.0165}};
  FakeBench bench({{"dijkstra", {.each = 1e-3}}, {delta, {.prepare = 0.019, .each = 9e-4}}});
  const Tried tried = try_all(expected, bench, 1000);
  CHECK(tried.first() == delta);
  CHECK(tried.result.kept.has_value());
  FakeBench slower({{"dijkstra", {.each = 7e-4}}, {delta, {.prepare = 0.0065, .each = 6.5e-4}}});
  CHECK(try_all({{"dijkstra", 7e-4}, {"delta-stepping", 3e-4, 0.005}}, slower, 1000).first() == delta);
  FakeBench far({{"dijkstra", {.each = 1e-3}}, {delta, {.prepare = 10, .each = 9e-4}}});
  const Tried other = try_all(expected, far, 1000);
  CHECK(other.first() == "dijkstra");
  CHECK(other.choice.ranking.size() == 1);
  CHECK(other.result.dropped == std::vector<std::string>{"delta-stepping declined in its trial: it was still preparing "
                                                         "after 400 ms, longer than expected"});
}

TEST_CASE("after trials the last one has no limit to prepare") {
  FakeBench bench({{"dijkstra", {.solving = {RunStatus::failed, "a fault"}}}, {sweep, {.prepare = 2, .each = 1e-4}}});
  const Tried tried = try_all({{"separator-sweep", 1e-4, 1}, {"dijkstra", 1.2e-3}}, bench, 1000);
  CHECK(tried.result.dropped.size() == 1);
  REQUIRE(tried.choice.ranking.size() == 1);
  CHECK(tried.first() == sweep);
  CHECK(std::isinf(tried.choice.ranking.front().patience));
}

TEST_CASE("where the limits of the question end a trial, reports have these") {
  FakeBench preparing({{"dijkstra", {.each = 1e-3}}, {delta, {.prepare = 1, .each = 9e-4}}});
  preparing.question_left = 0.005;
  const Tried stopped = try_all({{"dijkstra", 1e-3}, {"delta-stepping", 9e-4, 1e-4}}, preparing, 1000);
  CHECK(stopped.result.dropped == std::vector<std::string>{"delta-stepping failed in its trial: it was told to stop"});
  CHECK(stopped.first() == "dijkstra");
  FakeBench solving({{"dijkstra", {.each = 1e-3}}, {delta, {.each = 1}}});
  solving.question_left = 0.0011;
  const Tried slow = try_all({{"dijkstra", 1e-3}, {"delta-stepping", 1.1e-3}}, solving, 1000);
  CHECK(mentions(slow.choice.reason, "delta-stepping more than 1.1 s (stopped)"));
  FakeBench over({{"dijkstra", {.each = 1e-3}}, {delta, {.each = 1e-3}}});
  over.question_left = 0;
  CHECK(try_all({{"dijkstra", 1e-3}, {"delta-stepping", 1.1e-3}}, over, 1000).choice.ranking.size() == 2);
  CHECK(over.prepared.empty());
}

TEST_CASE("a plugin that failed is not chosen: rather one that is only guessed") {
  FakeBench bench({{"dijkstra", {.solving = {RunStatus::failed, "a fault"}}}, {"bellman-ford", {.each = 4e-6}}});
  const Tried tried = try_all({{"dijkstra", 1e-5}}, bench, 100'000, {}, *small_graph(true));
  CHECK(tried.result.dropped == std::vector<std::string>{"dijkstra failed in its trial: a fault"});
  CHECK(tried.first() == "bellman-ford");
  CHECK(tried.choice.ranking.size() == 1);
}

TEST_CASE("a plugin without a model is tried where rounds are few") {
  const std::vector<Expected> expected = {{"dijkstra", 1e-5}};
  FakeBench bench({{"dijkstra", {.each = 1e-5}}, {"bellman-ford", {.each = 4e-6}}});
  const Tried tried = try_all(expected, bench, 100000, {}, *small_graph(true));
  CHECK(tried.first() == "bellman-ford");
  CHECK(mentions(tried.choice.reason, "; dijkstra 1.0 s (measured)"));
  FakeBench slow({{"dijkstra", {.each = 1e-5}}, {"bellman-ford", {.each = 1e-3}}});
  const Tried other = try_all(expected, slow, 100000, {}, *small_graph(true));
  CHECK(other.first() == "dijkstra");
  CHECK(slow.now() <= 0.05);
  FakeBench deep({{"dijkstra", {.each = 1e-7}}});
  CHECK(try_all({{"dijkstra", 1e-7}}, deep, 1000).first() == "dijkstra");
  CHECK(deep.prepared.empty());
}

TEST_CASE("a question that takes a moment has no trials: calls within the budget would be too short") {
  FakeBench bench({{"dijkstra", {.each = 2e-4}}, {delta, {.each = 1e-6}}});
  const Tried tried = try_all({{"dijkstra", 2e-4}, {"delta-stepping", 2.1e-4}}, bench, 1000);
  CHECK(tried.first() == "dijkstra");
  CHECK(bench.prepared.empty());
}

TEST_CASE("a plugin whose trial ended at its time limit is not chosen for what is left of its guess") {
  FakeBench bench({{"dijkstra", {.each = 1e-5}}, {"bellman-ford", {.each = 1}}});
  CHECK(try_all({{"dijkstra", 2e-6}}, bench, 1000, {}, *small_graph(true)).first() == "dijkstra");
}

TEST_CASE("a plugin that solves sources together is tried with as many as its model is for") {
  FakeBench bench({{"dijkstra", {.each = 1e-3}}, {sweep, {.each = 1e-4}}});
  try_all({{"dijkstra", 1e-3}, {"separator-sweep", 1.1e-3}}, bench, 2000);
  REQUIRE(bench.calls_made.contains(sweep));
  CHECK(bench.calls_made[sweep].front() >= 16);
}

TEST_CASE("sources of a trial") {
  CHECK(spread_sources(std::vector<Vertex>{3, 5, 7, 9, 11}, 0, 3) == std::vector<Vertex>{3, 9, 5});
  CHECK(spread_sources(std::vector<Vertex>{3, 5, 7, 9, 11}, 3, 3) == std::vector<Vertex>{11, 7, 3});
  CHECK(spread_sources(std::vector<Vertex>{3}, 4, 7) == std::vector<Vertex>{3});
  std::vector<Vertex> many(1000);
  std::iota(many.begin(), many.end(), Vertex{0});
  const std::vector<Vertex> all = spread_sources(many, 5, 1000);
  CHECK(std::set<Vertex>(all.begin(), all.end()).size() == 1000);
  const auto graph = small_graph();
  const std::vector<Vertex> drawn = drawn_sources(*graph, 8);
  CHECK(drawn.size() == 8);
  CHECK(std::set<Vertex>(drawn.begin(), drawn.end()).size() == 8);
  const auto with_arcs = [](Vertex vertices, const std::vector<Arc<std::int32_t>>& arcs) {
    return make_graph<std::int32_t>(vertices, arcs, OffsetKind::offsets32);
  };
  const std::vector<Arc<std::int32_t>> hubs = {{4000, 1, 1}, {99'998, 1, 1}};  // among many vertices without arcs
  CHECK(drawn_sources(*with_arcs(100'000, hubs), 4) == std::vector<Vertex>{4000, 99'998});
  CHECK(drawn_sources(*with_arcs(100'000, {}), 4).empty());
  CHECK(drawn_sources(*with_arcs(0, {}), 4).empty());
}

}  // namespace trial_test
}  // namespace wayfront::host
