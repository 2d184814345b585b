// A [graph] table of a pipeline file: what to load, by which loader, with which weights and steps.
#pragma once

#include "pipeline/pipeline_cases.hpp"
#include "plugins/plugin_registry.hpp"
#include "settings/diagnostics.hpp"
#include "settings/settings.hpp"
#include "settings/value.hpp"

namespace wayfront::host {

/// `given`: none where the table has errors already. Errors go to `diagnostics`; the plan then is incomplete.
PlannedGraph plan_graph(Value given, const PluginRegistry& plugins, const ResolvePath& resolve,
                        Diagnostics& diagnostics);

}  // namespace wayfront::host
