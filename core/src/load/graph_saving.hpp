// A graph into a file: which format, and what that format has to hold.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "files/written_file.hpp"
#include "load/binary_graph.hpp"
#include "load/loaded_graph.hpp"
#include "plugins/plugin_registry.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {

/// The ending of the files that the host writes itself, in the format binary_loader.
inline constexpr std::string_view binary_suffix = ".wfg";

/// What a graph is written as.
struct TargetFormat {
  std::string name;
  const Plugin* plugin = nullptr;  // null: binary_loader
};

/// The format called `name` or, where that is empty, the one that `path` ends like, compression left aside. Throws
/// UserError (ExitCode::usage): no such format, or none or several for that ending; it says which there are.
TargetFormat find_target(const PluginRegistry& plugins, std::string_view name, const std::filesystem::path& path);

struct SaveRules {
  bool weighted = true;   // false: the graph has no weights, and what stands in for them is not written
  bool renumber = false;  // vertices get the numbers that the format would give them, whatever the input calls them
};

/// Writes all of it into `output`, which the caller finishes. `options` are of the format's plugin. Throws UserError:
/// ExitCode::usage with a sentence where the format cannot hold the graph as it is.
void save_graph(const LoadedGraph& loaded, const Plugin& format, const Settings& options, const SaveRules& rules,
                WrittenFile& output, RunContext& context);

/// Whether each arc has its opposite, of the same weight (but for a chance of 1 in 2^64).
bool is_symmetric(const Graph& graph, RunContext& context);

}  // namespace wayfront::host
