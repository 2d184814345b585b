#include "tune/tunable_options.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "pipeline/pipeline.hpp"
#include "settings/argument_options.hpp"

namespace wayfront::host {
namespace {

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

}  // namespace
}  // namespace wayfront::host
