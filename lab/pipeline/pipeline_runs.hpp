// The [[run]] tables of a pipeline file: their plugins, options, sweeps and labels.
#pragma once

#include <vector>

#include "pipeline/plan.hpp"
#include "plugins/plugin_registry.hpp"
#include "settings/diagnostics.hpp"
#include "settings/settings.hpp"
#include "settings/value.hpp"

namespace wayfront::host {

/// `list` is the file's "run", or none. With `control`, the baseline comes twice, the second time as the control.
/// Paths among the options are resolved. Errors go to `diagnostics`; then the runs are incomplete.
std::vector<PlannedRun> plan_runs(Value list, const PluginRegistry& plugins, bool control, const ResolvePath& resolve,
                                  Diagnostics& diagnostics);

}  // namespace wayfront::host
