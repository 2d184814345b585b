#include "solver_arguments.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "crash.hpp"
#include "settings/argument_options.hpp"

namespace wayfront::app {

void SolverArguments::add_to(std::vector<Option>& rows) {
  rows.push_back({"--plugin", &plugin,
                  "The algorithm, or its file; by default dijkstra, or bellman-ford-tarjan for negative arcs."});
  rows.push_back({"--option", &options, "Set an option of the algorithm: --option NAME=VALUE (repeatable)."});
  rows.push_back(
      {.name = "--isolation",
       .into = &isolation,
       .help = "Where the algorithm runs: in its own process, or in this one (none), where it may do anything.",
       .choices = {"process", "none"}});
}

ChosenSolver choose_solver(const SolverArguments& arguments, const GraphInfo& graph,
                           const host::PluginRegistry& plugins) {
  const std::string name(arguments.plugin.empty() ? host::default_algorithm(graph) : arguments.plugin);
  const host::Plugin& plugin = plugins.find(PluginKind::algorithm, name);
  host::Settings options = host::parse_options(arguments.options, plugin.options(),
                                               fmt::format("options of plugin '{}'", plugin.about().name), "--option");
  now_going_on(fmt::format("solving with {}", name));
  return {plugin,
          std::move(options),
          {arguments.isolation == "none" ? "" : "/proc/self/exe", [name](std::string_view line) {
             const std::string text = fmt::format("{}: {}\n", name, line);
             std::fwrite(text.data(), 1, text.size(), stderr);
           }}};
}

}  // namespace wayfront::app
