// The graph that a command line names: which file, how to read it, and how to change it.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/process.hpp"
#include "command_line.hpp"
#include "load/loaded_graph.hpp"
#include "plugins/plugin_registry.hpp"
#include "question/question.hpp"
#include "run/host_context.hpp"
#include "settings/settings.hpp"

namespace wayfront::app {

/// As the user wrote them: the same options for every command that takes a graph.
struct GraphArguments {
  std::filesystem::path file;  // "-": standard input
  std::string loader;
  std::string weights = "auto";
  std::string missing_weights;       // TOML, as in a pipeline file
  std::vector<std::string> options;  // --set: of the loader
  std::vector<std::string> steps;    // --step
  std::filesystem::path coordinates;
  std::filesystem::path changes;
  std::optional<double> cycle_tolerance{};

  /// What the options are for, if a command has its own words; null leaves an option out.
  struct Help {
    const char* loader = "Read it with this loader, or its file, instead of choosing by content.";
    const char* set = "Set an option of the loader: --set NAME=VALUE (repeatable).";
    const char* weights =
        "auto, int32, float32, int64 or float64; auto: int32 if the weights are whole and no path can be too long for it, "
        "else the smallest type that holds all of them exactly.";
    const char* missing_weights =
        "Rule for files without weights: unit, constant=5, 'uniform=[1, 100]', hash1000 or gap, or a table as in a "
        "pipeline.";
    const char* coordinates =
        "A DIMACS .co file with the coordinates of the vertices; by default those of the graph file, or of the .co "
        "file beside it.";
    const char* step = "A step after loading, in order: --step reorder=bfs (repeatable).";
    const char* changes = nullptr;
  };
  void add_file_to(std::vector<Option>& rows, const char* name);
  void add_to(std::vector<Option>& rows, const Help& help);
};

/// Of commands that also take --changes.
inline constexpr GraphArguments::Help with_changes{
    .changes =
        "Then take new weights from this file, of lines FROM,TO,WEIGHT; the word closed in place of a weight "
        "removes the arc."};

/// The same, checked. Movable.
struct GraphChoice {
  host::GraphRequest request;
  std::unique_ptr<host::Settings> options;  // what the request points to, or null
  std::filesystem::path changes{};
  std::optional<double> cycle_tolerance{};
};

/// What they ask for, without the loader's options. Throws host::UserError (ExitCode::usage).
host::GraphRequest graph_request(const GraphArguments& arguments);

/// Every file that a command reads for this graph and this question, as resolved paths.
std::vector<std::filesystem::path> files_read(const GraphArguments& graph, const host::Question& question = {});

/// Throws host::UserError (usage) if the file that `option` names is one that is read for the graph.
void require_other_file(const std::string& name, const GraphArguments& graph, const char* option);

/// The same with them, of the loader that is named or that the content chooses. Throws host::UserError.
GraphChoice choose_graph(const GraphArguments& arguments, const host::PluginRegistry& plugins);

/// Loads it with all threads, and changes it; crash reports name this step, and a terminal shows how far it is unless it
/// is to be quiet.
host::LoadedGraph load(const GraphChoice& choice, const host::PluginRegistry& plugins, RunContext& context,
                       bool quiet = false);

/// Prints the notes of a loaded graph to standard error.
void print_notes(const host::LoadedGraph& loaded);

}  // namespace wayfront::app
