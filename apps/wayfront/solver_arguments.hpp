// Which algorithm answers a question, and where it runs: the same options for every command that solves.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "command_line.hpp"
#include "engine/choice/certified_solve.hpp"
#include "engine/choice/choice.hpp"
#include "plugins/plugin_registry.hpp"

namespace wayfront::app {

/// "process", the default, or "none".
Option isolation_option(std::string& isolation);

/// The program whose processes algorithms run in then; "": in this process.
std::filesystem::path worker_of(std::string_view isolation);

struct SolverArguments {
  std::string plugin;                 // "": the one that chooses
  std::vector<std::string> options;   // of the plugin, "name=value"
  std::string isolation = "process";  // or "none"
  std::string devices;                // "all", or numbers with commas between them; "": the first

  void add_to(std::vector<Option>& rows);
};

struct ChosenSolver {
  host::Choice choice;     // the named plugin alone, or all that could be chosen
  host::SolvePlace place;  // lines of the plugin go to stderr

  const host::Plugin& plugin() const { return *choice.ranking.front().plugin; }
};

/// For this graph and question. Crash reports name the plugin once it is prepared. Throws host::UserError.
ChosenSolver choose_solver(const SolverArguments& arguments, const Graph& graph, const host::Workload& work,
                           const host::PluginRegistry& plugins, unsigned threads);

}  // namespace wayfront::app
