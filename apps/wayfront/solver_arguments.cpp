#include "solver_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <ranges>
#include <utility>

#include "base/characters.hpp"
#include "base/errors.hpp"
#include "base/text.hpp"
#include "settings/argument_options.hpp"

namespace wayfront::app {

Option isolation_option(std::string& isolation) {
  return Option{"--isolation", &isolation,
                "Where the algorithm runs: in its own process, or in this one (none), where it may do anything."}
      .one_of({"process", "none"});
}

std::filesystem::path worker_of(std::string_view isolation) { return isolation == "none" ? "" : "/proc/self/exe"; }

void SolverArguments::add_to(std::vector<Option>& rows) {
  rows.push_back(
      {"--plugin", &plugin, "The algorithm, or its file; by default the one that chooses among the others."});
  rows.push_back({"--option", &options, "Set an option of the algorithm: --option NAME=VALUE (repeatable)."});
  rows.push_back(isolation_option(isolation));
  rows.push_back({"--devices", &devices,
                  "The devices of an algorithm that uses one: their numbers with commas between them, or all. Several "
                  "share the sources; by default the first."});
}

namespace {

using host::ExitCode;
using host::UserError;

host::DeviceRule device_rule(const std::string& text, const host::Choice& choice) {
  host::DeviceRule rule;
  if (text.empty()) return rule;
  const auto uses_device = [](const host::Candidate& it) { return it.plugin->has(capability::device); };
  if (std::ranges::none_of(choice.ranking, uses_device))
    refuse("--devices: the algorithm '{}' does not use a device; name one that does with --plugin",
           choice.ranking.front().plugin->about().name);
  rule.all = text == "all";
  if (rule.all) return rule;
  for (const auto word : std::views::split(text, ',')) {
    const std::string number(word.begin(), word.end());
    const int device = host::number_of<int>(number).value_or(-1);
    if (device < 0) refuse("--devices: '{}' is not the number of a device; write 0,1 or all", number);
    if (std::ranges::find(rule.indices, device) != rule.indices.end())
      refuse("--devices has device {} twice; name it once", device);
    rule.indices.push_back(device);
  }
  return rule;
}

}  // namespace

ChosenSolver choose_solver(const SolverArguments& arguments, const Graph& graph, const host::Workload& work,
                           const host::PluginRegistry& plugins, unsigned threads) {
  const host::Plugin& named = plugins.algorithm(arguments.plugin);
  host::Settings options = host::parse_options(arguments.options, named.options(),
                                               fmt::format("options of plugin '{}'", named.about().name), "--option");
  ChosenSolver chosen;
  if (host::is_chooser(named))
    chosen.choice = host::choose(named, options, graph, work, plugins, threads);
  else
    chosen.choice.ranking.push_back(
        {.plugin = &named, .options = std::make_shared<const host::Settings>(std::move(options))});
  chosen.place = {
      worker_of(arguments.isolation),
      [](std::string_view plugin, std::string_view line) {
        std::fprintf(stderr, "%s\n", host::printable(fmt::format("{}: {}", plugin, line), "\t").c_str());
      },
      device_rule(arguments.devices, chosen.choice),
      [](const host::Plugin& plugin) { now_going_on(fmt::format("solving with {}", plugin.about().name)); }};
  return chosen;
}

}  // namespace wayfront::app
