// From a [graph] table to a Graph: choose the loader by content, load, mirror, give weights by rule, build CSR,
// apply the steps.
#pragma once

#include <span>
#include <string>

#include "graph/steps/graph_steps.hpp"
#include "load/loaded_graph.hpp"
#include "plugins/plugin_registry.hpp"

namespace wayfront::host {

/// Throws UserError: ExitCode::input for anything about the file, ExitCode::usage for a loader without its path and
/// similar errors.
LoadedGraph load_graph(const GraphRequest& request, const PluginRegistry& plugins, RunContext& context);

}  // namespace wayfront::host
