// Which algorithm answers a question, and where it runs: the same options for every command that solves.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "command_line.hpp"
#include "measure/certified_solve.hpp"
#include "plugins/plugin_registry.hpp"
#include "settings/settings.hpp"

namespace wayfront::app {

struct SolverArguments {
  std::string plugin;                 // "": by the weights
  std::vector<std::string> options;   // of the plugin, "name=value"
  std::string isolation = "process";  // or "none"
  std::string devices;                // "all", or numbers with commas between them; "": the first

  void add_to(std::vector<Option>& rows);
};

struct ChosenSolver {
  const host::Plugin& plugin;
  host::Settings options;
  host::SolvePlace place;  // lines of the plugin go to stderr
};

/// Whether several devices share the sources.
inline bool are_several(const host::DeviceRule& devices) { return devices.all || devices.indices.size() > 1; }

/// For this graph. Crash reports name the plugin from now on. Throws host::UserError.
ChosenSolver choose_solver(const SolverArguments& arguments, const GraphInfo& graph,
                           const host::PluginRegistry& plugins);

}  // namespace wayfront::app
