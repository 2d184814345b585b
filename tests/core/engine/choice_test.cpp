#include "engine/choice/choice.hpp"

#include <list>

#include "../../test.hpp"
#include "graph/stored_graph.hpp"
#include "settings/argument_options.hpp"

namespace wayfront::host {
namespace choice_test {

const std::string dijkstra = WAYFRONT_DIJKSTRA, tarjan = WAYFRONT_TARJAN, own = WAYFRONT_TEMPLATE, says = WAYFRONT_SAYS;

std::shared_ptr<const StoredGraph> arc(std::int32_t weight) {
  return make_graph<std::int32_t>(2, std::vector<Arc<std::int32_t>>{{0, 1, weight}}, OffsetKind::offsets32);
}

/// What `says` is told, asked of these plugins beside it.
Choice choice(const std::vector<std::string>& files, const std::string& told, std::int32_t weight = 1,
              const Workload& work = {}) {
  static std::list<PluginRegistry> registries;  // to which choices refer
  PluginRegistry& plugins = registries.emplace_back();
  plugins.add_file(says);
  for (const std::string& file : files) plugins.add_file(file);
  const Plugin& chooser = plugins.algorithm("");
  CHECK(std::string_view(chooser.about().name) == "says");
  std::vector<std::string> options;
  if (!told.empty()) options.push_back(told);
  return choose(chooser, parse_options(options, chooser.options(), "options"), *arc(weight), work, plugins, 2);
}

std::vector<std::string> names(const Choice& choice) {
  std::vector<std::string> all;
  for (const Candidate& it : choice.ranking) all.emplace_back(it.plugin->about().name);
  return all;
}

using Names = std::vector<std::string>;

TEST_CASE("plugins are ranked by their whole time, unsure ones and one that nothing is said of come last") {
  const std::string told = R"(says=["dijkstra 0 1", "bellman-ford-tarjan 50 0.1"])";
  CHECK(names(choice({dijkstra, tarjan, own}, told)) == Names{"dijkstra", "bellman-ford-tarjan", "my-plugin"});
  const Choice many = choice({dijkstra, tarjan, own}, told, 1, {.sources = 100});
  CHECK(names(many) == Names{"bellman-ford-tarjan", "dijkstra", "my-plugin"});
  CHECK_FALSE(many.ranking[2].expected);
  CHECK(reason_of(many) == "bellman-ford-tarjan, 60 s for 100 sources; next dijkstra, 100 s (as told)");
  const Choice unsure = choice({dijkstra, tarjan, own}, R"(says=["dijkstra 9 9", "bellman-ford-tarjan 0 1 unsure"])");
  CHECK(names(unsure) == Names{"dijkstra", "bellman-ford-tarjan", "my-plugin"});
  CHECK(unsure.ranking[0].sure);
  CHECK_FALSE(unsure.ranking[1].sure);
  CHECK(reason_of(choice({own}, "")) == "my-plugin, of which no time is known");
}

TEST_CASE("seconds that are none, or negative, do not count") {
  for (const char* const wrong : {"nan 1", "0 nan", "-1 1", "1 -1e-9", "inf 1", "0 inf"}) {
    CAPTURE(wrong);
    const std::string told = std::string(R"(says=["bellman-ford-tarjan )") + wrong + R"(", "dijkstra 5 5"])";
    const Choice it = choice({dijkstra, tarjan}, told);
    CHECK(names(it) == Names{"dijkstra", "bellman-ford-tarjan"});
    CHECK_FALSE(it.ranking[1].expected);
  }
}

TEST_CASE("what cannot answer is not offered, and the error has the reason of each") {
  CHECK(names(choice({dijkstra, tarjan}, R"(says=["dijkstra 0 0"])", -1)) == Names{"bellman-ford-tarjan"});
  CHECK(refusal_by(ExitCode::plugin,
                   [] {
                     choice({dijkstra, tarjan}, R"(says=["bellman-ford-tarjan 0 0 is not wanted"])", -1);
                   }) ==
        "no plugin fits this graph and question: bellman-ford-tarjan: is not wanted; dijkstra: does not support "
        "negative weights; install one that does, or change the options of says");
  const std::string none = refusal_by(ExitCode::plugin, [] { choice({}, ""); });
  CHECK(contains(none, "--plugins"));
  CHECK(contains(none, "LibraryOptions::plugins"));
}

TEST_CASE("what the chooser does wrong is its fault") {
  CHECK(refusal_by(ExitCode::failed_run, [] { choice({dijkstra}, "throws=true"); }) ==
        "plugin 'says': it was told to fail");
  CHECK(contains(refusal_by(ExitCode::failed_run, [] { choice({dijkstra}, R"(says=["nobody 0 0"])"); }),
                 "plugin 'says' speaks of plugin number 1, but was told of 1"));
}

TEST_CASE("the number of sources that the chooser counted with is that of the choice") {
  CHECK(choice({dijkstra}, "sources=7").sources == 7);
  CHECK(choice({dijkstra}, "", 1, {.sources = 9}).sources == 9);
}

TEST_CASE("without a plugin that chooses, one has to be named") {
  PluginRegistry plugins;
  CHECK(contains(refusal_by(ExitCode::plugin, [&] { plugins.algorithm(""); }), "no installed plugin is an algorithm"));
  plugins.add_file(dijkstra);
  CHECK(contains(refusal_by(ExitCode::plugin, [&] { plugins.algorithm(""); }), "name the one that is to solve"));
  CHECK(std::string_view(plugins.algorithm("dijkstra").about().name) == "dijkstra");
  plugins.add_file(says);
  CHECK(contains(refusal_by(ExitCode::plugin,
                            [&] {
                              create_algorithm(plugins.algorithm(""),
                                               Settings::defaults(plugins.algorithm("").options()).values());
                            }),
                 "it chooses another plugin"));
  CHECK_THROWS_AS(create_chooser(plugins.algorithm("dijkstra"),
                                 Settings::defaults(plugins.algorithm("dijkstra").options()).values()),
                  UserError);
}

TEST_CASE("no device is found without a driver") {
  CHECK_FALSE(device_of("no-such-driver.so").has_value());
  CHECK_FALSE(device_of("libc.so.6").has_value());
}

}  // namespace choice_test
}  // namespace wayfront::host
