// A [graph] table of a pipeline file: what to load, by which loader, with which weights and steps.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include <toml++/toml.h>

#include "pipeline/pipeline_cases.hpp"
#include "plugins/plugin_registry.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {

/// What a path of the file that stands at `place` means.
using ResolvePath = std::function<std::filesystem::path(const std::string& path, const toml::source_region& place)>;

/// `given`: null where the table has errors already. Errors go to `diagnostics`; the plan then is incomplete.
PlannedGraph plan_graph(const toml::table* given, const PluginRegistry& plugins, const ResolvePath& resolve,
                        Diagnostics& diagnostics);

}  // namespace wayfront::host
