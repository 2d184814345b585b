#include "solver_arguments.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <string_view>
#include <utility>

#include "crash.hpp"
#include "settings/argument_options.hpp"

namespace wayfront::app {

void SolverArguments::add_to(std::vector<Option>& rows) {
  rows.push_back({"--plugin", &plugin, "The algorithm, or its file; by default auto, which chooses one."});
  rows.push_back({"--option", &options, "Set an option of the algorithm: --option NAME=VALUE (repeatable)."});
  rows.push_back(
      {.name = "--isolation",
       .into = &isolation,
       .help = "Where the algorithm runs: in its own process, or in this one (none), where it may do anything.",
       .choices = {"process", "none"}});
}

ChosenSolver choose_solver(const SolverArguments& arguments, const Graph& graph, const host::Asked& asked,
                           const host::PluginRegistry& plugins, unsigned threads) {
  const host::Plugin& named = plugins.find(PluginKind::algorithm, arguments.plugin);
  host::Settings options = host::parse_options(arguments.options, named.options(),
                                               fmt::format("options of plugin '{}'", named.about().name), "--option");
  ChosenSolver chosen;
  if (host::is_chooser(named))
    chosen.choice = host::choose(graph, asked, host::chooser_options(options), plugins, threads);
  else
    chosen.choice.ranking.push_back({.plugin = &named, .options = std::move(options)});
  now_going_on(fmt::format("solving with {}", chosen.plugin().about().name));
  chosen.place = {arguments.isolation == "none" ? "" : "/proc/self/exe",
                  [](std::string_view plugin, std::string_view line) {
                    const std::string text = fmt::format("{}: {}\n", plugin, line);
                    std::fwrite(text.data(), 1, text.size(), stderr);
                  }};
  return chosen;
}

}  // namespace wayfront::app
