// Several devices that share the sources of a call (PluginInstance), with plugins that pretend to have three.
#include <mutex>
#include <ranges>
#include <stop_token>

#include "../../test.hpp"
#include "certify/output_row.hpp"
#include "certify/verify.hpp"
#include "graph/graph_inspection.hpp"
#include "graph/stored_graph.hpp"
#include "plugins/plugin_registry.hpp"
#include "run/instance.hpp"
#include "settings/argument_options.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {
namespace device_shares_test {

constexpr Vertex vertices = 60;

std::shared_ptr<const StoredGraph> random_graph() {
  std::mt19937_64 random(3);
  std::vector<Arc<std::int32_t>> arcs;
  for (int i = 0; i < 200; ++i)
    arcs.push_back({static_cast<Vertex>(random() % vertices), static_cast<Vertex>(random() % vertices),
                    static_cast<std::int32_t>(random() % 50)});
  return make_graph<std::int32_t>(vertices, arcs, OffsetKind::offsets32);
}

/// A solver on pretended devices.
class Devices {
 public:
  Devices(const std::string& name, DeviceRule devices, const std::vector<std::string>& options, Asked scope = {}) {
    plugins_.add_file(WAYFRONT_DEVICE_PLUGINS "/" + name + ".so");
    const Plugin& plugin = plugins_.plugins().front();
    options_ = parse_options(options, plugin.options(), "options", "--option");
    MeasureRules rules;
    rules.devices = std::move(devices);
    solver.emplace(plugins_, plugin, options_, *graph, std::move(scope), rules, 4, Watched{},
                   [this](Level, std::string_view text) {
                     const std::scoped_lock lock(lock_);
                     said.emplace_back(text);
                   });
    double seconds = 0;
    prepared = solver->prepare(60, seconds);
  }

  Ending solve(std::uint32_t count) {
    sources.clear();
    for (Vertex v = 0; v < count; ++v) sources.push_back(v);
    figures = {};
    return solver->solve(sources, 60, figures);
  }
  /// Whether each row of the last answer is right.
  bool is_right() const {
    Arena arena(1);
    for (std::uint32_t i = 0; i < sources.size(); ++i)
      if (certify(*graph, sources[i], row_of(solver->output(), i), nullptr, arena).finding != Finding::right)
        return false;
    return solver->output().rows == sources.size();
  }
  std::uint32_t solved_by(unsigned device) const {
    const auto found = std::ranges::find(figures.devices, device, &DeviceShare::device);
    return found == figures.devices.end() ? 0 : found->sources;
  }
  bool notes(const std::string& words) const {
    return std::ranges::any_of(solver->notes(), [&](const std::string& note) { return contains(note, words); });
  }

  std::shared_ptr<const StoredGraph> graph = random_graph();
  std::optional<PluginInstance> solver;
  Ending prepared;
  std::vector<Vertex> sources;
  Call figures;
  std::vector<std::string> said;

 private:
  PluginRegistry plugins_;
  Settings options_;
  std::mutex lock_;
};

const char* const both_kinds[] = {"pretends_batches", "pretends_singles"};

TEST_CASE("devices share the rows of a call, which are those that one device gives") {
  for (const char* const plugin : both_kinds) {
    Devices one(plugin, {.indices = {0}}, {});
    REQUIRE(one.solve(vertices).status == RunStatus::ok);
    CHECK(one.figures.devices.empty());
    REQUIRE(one.is_right());
    for (const DeviceRule& rule : {DeviceRule{.indices = {0, 1}}, DeviceRule{.indices = {2, 0, 1}}, DeviceRule{true}}) {
      Devices several(plugin, rule, {"microseconds=500"});
      const std::ptrdiff_t unused = rule.all || rule.indices.size() == 3 ? 0 : 1;
      std::vector<std::uint32_t> solved(3);
      REQUIRE(several.prepared.status == RunStatus::ok);
      // On a busy machine a device may come too late for its share of a call.
      for (int call = 0; call < 3 || (call < 20 && std::ranges::count(solved, 0U) > unused); ++call) {
        REQUIRE(several.solve(vertices).status == RunStatus::ok);
        CHECK(several.is_right());
        CHECK(std::memcmp(several.solver->output().distances, one.solver->output().distances,
                          sizeof(std::int32_t) * vertices * vertices) == 0);
        const std::size_t devices = rule.all ? 3 : rule.indices.size();
        REQUIRE(several.figures.devices.size() == devices);
        std::uint32_t sum = 0;
        for (const DeviceShare& share : several.figures.devices) {
          sum += share.sources;
          solved[share.device] += share.sources;
          CHECK((share.seconds > 0) == (share.calls > 0));
          CHECK(share.failure.empty());
        }
        CHECK(sum == vertices);
      }
      CHECK(std::ranges::count(solved, 0U) == unused);
      CHECK(several.solver->notes().empty());
    }
  }
}

TEST_CASE("a single device is the one that is named") {
  Devices second("pretends_batches", {.indices = {2}}, {"tells=true"});
  REQUIRE(second.solve(5).status == RunStatus::ok);
  CHECK(second.said == std::vector<std::string>{"device 2 solves 5"});
}

TEST_CASE("a device that fails in the middle leaves the rest, with the batch that it held, to the others") {
  for (const char* const plugin : both_kinds)
    for (const char* const how : {"how=failed", "how=lost", "how=memory"})
      for (const char* const after : {"after=0", "after=1"}) {
        Devices it(plugin, {.indices = {0, 1}}, {"fails=1", how, after, "microseconds=500"});
        REQUIRE(it.prepared.status == RunStatus::ok);
        for (int call = 0; call < 4; ++call) {
          const Ending ending = it.solve(vertices);
          REQUIRE_MESSAGE(ending.status == RunStatus::ok, ending.reason);
          CHECK(it.is_right());
        }
        CHECK(it.solved_by(0) == vertices);
        CHECK(it.solved_by(1) == 0);
        CHECK(it.figures.devices.size() == 1);
        CHECK(it.solver->notes().size() == 1);
        CHECK(it.notes("device 1 failed after"));
        CHECK(it.notes("pretended device 1"));
      }
}

TEST_CASE("the first device may be the one that fails, and the call says who did what") {
  Devices it("pretends_singles", {.indices = {0, 1}}, {"fails=0", "after=3", "slow=1", "microseconds=1000"});
  REQUIRE(it.solve(vertices).status == RunStatus::ok);
  CHECK(it.is_right());
  CHECK(it.solved_by(0) == 3);
  CHECK(it.solved_by(1) == vertices - 3);
  REQUIRE(it.figures.devices.size() == 2);
  CHECK(it.figures.devices[0].failure == "pretended device 0 failed");
  CHECK(it.notes("device 0 failed after 3 of the 60 sources"));
  REQUIRE(it.solve(7).status == RunStatus::ok);
  CHECK(it.is_right());
}

TEST_CASE("a slow device gets less, and less from the start once it is known to be slow") {
  for (const char* const plugin : both_kinds) {
    Devices it(plugin, {.indices = {0, 1}}, {"slow=1", "microseconds=500"});
    REQUIRE(it.solve(vertices).status == RunStatus::ok);
    const auto gets_less = [&](int) {
      REQUIRE(it.solve(vertices).status == RunStatus::ok);
      CHECK(it.is_right());
      return it.solved_by(1) >= 4 && it.solved_by(1) <= 24;  // the fifth part are 12
    };
    CHECK(std::ranges::any_of(std::views::iota(0, 20), gets_less));  // some calls, as others may slow the machine down
  }
}

TEST_CASE("a negative cycle that one device finds ends the call") {
  for (const char* const plugin : both_kinds) {
    Devices it(plugin, {.indices = {0, 1}}, {"fails=1", "how=cycle", "microseconds=100"});
    REQUIRE(it.solve(vertices).status == RunStatus::ok);
    CHECK(it.figures.outcome == Outcome::negative_cycle);
    CHECK(it.solver->output().cycle.size() == 1);
  }
}

TEST_CASE("a call on several devices is cancelled before it ends") {
  for (const char* const plugin : both_kinds) {
    Devices it(plugin, {true}, {"microseconds=60000000"});
    std::stop_source stop;
    it.solver->stop_by(stop.get_token());
    const auto stops = after(std::chrono::milliseconds(50), [&] { stop.request_stop(); });
    const auto start = std::chrono::steady_clock::now();
    CHECK(it.solve(vertices).status == RunStatus::interrupted);
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(30));
    CHECK(it.solver->notes().empty());
  }
}

TEST_CASE("a call on several devices ends at its time limit") {
  Devices it("pretends_singles", {true}, {"microseconds=60000000"});
  Call figures;
  const Ending ending = it.solver->solve(std::vector<Vertex>{0, 1, 2, 3}, 0.05, figures);
  CHECK(ending.status == RunStatus::timeout);
}

TEST_CASE("a call for its time alone has that time") {
  Devices it("pretends_batches", {.indices = {0, 1}}, {"microseconds=100"});
  Call figures;
  REQUIRE(it.solver->try_call(std::vector<Vertex>{0, 1, 2, 3}, 60, figures).status == RunStatus::ok);
  CHECK(figures.solve > 0);
}

}  // namespace device_shares_test
}  // namespace wayfront::host
