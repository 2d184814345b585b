// Writes a graph to a file: chooses the format, and prepares what the format needs.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "files/written_file.hpp"
#include "load/graph_file.hpp"
#include "load/loaded_graph.hpp"
#include "plugins/plugin_registry.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {

/// The suffix of files in the format binary_loader, which the host itself writes.
inline constexpr std::string_view binary_suffix = ".wfg";

/// The format to write.
struct TargetFormat {
  std::string name;
  const Plugin* plugin = nullptr;  // null: binary_loader
};

/// The format called `name` or, if that is empty, the one with the suffix of `path`, without compression. Throws
/// UserError (ExitCode::usage) if there is no such format, or none or several for that suffix; the message lists the
/// formats, and says that `option` names one.
TargetFormat find_target(const PluginRegistry& plugins, std::string_view name, const std::filesystem::path& path,
                         std::string_view option = "--to");

struct SaveRules {
  bool weighted = true;   // false: the graph has no weights, and the placeholders are not written
  bool renumber = false;  // vertices get the numbers that the format would give them, regardless of their ids
};

/// Writes the graph into `output`; the caller calls finish(). `options` are those of the format's plugin. Throws
/// UserError: ExitCode::usage with a message if the format cannot represent the graph.
void save_graph(const LoadedGraph& loaded, const Plugin& format, const Settings& options, const SaveRules& rules,
                WrittenFile& output, RunContext& context);

/// The coordinates of the vertices in the order in which save_graph() writes these.
VertexPoints saved_coordinates(const LoadedGraph& loaded, const SaveRules& rules);

/// Whether each arc has its reverse, with the same weight (wrong with a probability of 2^-64).
bool is_symmetric(const Graph& graph, RunContext& context);

}  // namespace wayfront::host
