// The [[run]] tables of a pipeline file: their plugins, options, sweeps and labels.
#pragma once

#include <vector>

#include <toml++/toml.h>

#include "pipeline/plan.hpp"
#include "plugins/plugin_registry.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {

/// `list` is the file's "run", or null. With `control`, the baseline occurs twice, the second time as the control.
/// Errors go to `diagnostics`; then the runs are incomplete.
std::vector<PlannedRun> plan_runs(const toml::node* list, const PluginRegistry& plugins, bool control,
                                  Diagnostics& diagnostics);

}  // namespace wayfront::host
