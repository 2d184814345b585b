// Runs a loader plugin and makes rows of what it gives.
#pragma once

#include <string_view>

#include "files/input.hpp"
#include "graph/steps/graph_steps.hpp"
#include "load/loaded_graph.hpp"
#include "plugins/plugin_registry.hpp"
#include "settings/settings.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// Lets `loader` read `input` (null: it generates) with weights of type `kind`, checks all that it gives, adds weights by
/// the request's rule, and fills in what `loaded` says about the file: ids, notes, whether it has weights. Messages call the graph `name`. Throws
/// UserError (ExitCode::input for the file, usage for options and missing weights, plugin for a faulty loader; a
/// NeedsWiderWeights if another type holds the weights), BadInput, Cancelled and std::bad_alloc.
GraphInSteps run_loader(const Plugin& loader, const Settings& options, FileInput* input, const GraphRequest& request,
                        WeightKind kind, std::string_view name, LoadedGraph& loaded, RunContext& context);

}  // namespace wayfront::host
