// The graph that a command line names: which file, how to read it, and how to change it.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "load/loaded_graph.hpp"
#include "plugins/plugin_registry.hpp"
#include "settings/settings.hpp"

namespace wayfront::app {

/// As the user wrote them.
struct GraphArguments {
  std::filesystem::path file;  // "-": standard input
  std::string loader;
  std::string weights = "int32";
  std::string missing_weights;       // TOML, as in a pipeline file
  std::vector<std::string> options;  // --set: of the loader
  std::vector<std::string> steps;    // --step
};

/// The same, checked. Movable.
struct GraphChoice {
  host::GraphRequest request;
  std::unique_ptr<host::Settings> options;  // what the request points to, or null
};

/// What --weights says. Throws host::UserError (ExitCode::usage).
WeightKind weight_kind_of(const std::string& text);

/// Throws host::UserError (ExitCode::usage).
GraphChoice choose_graph(const GraphArguments& arguments, const host::PluginRegistry& plugins);

/// Loads it with all threads; crash reports name this step.
host::LoadedGraph load(const GraphChoice& choice, const host::PluginRegistry& plugins, RunContext& context);

/// Prints the notes of a loaded graph to standard error.
void print_notes(const host::LoadedGraph& loaded);

}  // namespace wayfront::app
