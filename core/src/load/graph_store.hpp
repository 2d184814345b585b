// From a [graph] table to a Graph: choose the loader by content, load, mirror, give weights by rule, build CSR,
// apply the steps.
#pragma once

#include <filesystem>
#include <vector>

#include "load/loaded_graph.hpp"
#include "plugins/plugin_registry.hpp"

namespace wayfront::host {

/// Every file that loading it may read, as resolved paths: those that the request names, and those beside its graph.
std::vector<std::filesystem::path> files_of(const GraphRequest& request);

/// Throws UserError: ExitCode::input for anything about the file, ExitCode::usage for a loader without its path and
/// similar errors.
LoadedGraph load_graph(const GraphRequest& request, const PluginRegistry& plugins, RunContext& context);

}  // namespace wayfront::host
