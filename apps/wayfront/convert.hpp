// Writing a graph to a file: the commands convert and generate.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "graph_arguments.hpp"
#include "plugins/plugin_registry.hpp"

namespace wayfront::app {

struct ConvertArguments {
  GraphArguments graph;          // its file is "" where the loader makes the graph; its options are of either end
  std::filesystem::path output;  // "-": standard output
  std::string to;                // format of the output; "": by its name
  bool renumber = false;
  bool force = false;

  /// OUTPUT alone: it comes before the graph's options.
  void add_output_to(std::vector<Option>& rows);
  /// The other options of the output.
  void add_to(std::vector<Option>& rows);
};

/// Returns the exit code. Throws host::UserError.
int convert(const ConvertArguments& arguments, const host::PluginRegistry& plugins);

}  // namespace wayfront::app
