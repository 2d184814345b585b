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

/// Resolves a path that is written at `place` in the file.
using ResolvePath = std::function<std::filesystem::path(const std::string& path, const toml::source_region& place)>;

/// `given`: null if the table already has errors. Errors go to `diagnostics`; then the plan is incomplete.
PlannedGraph plan_graph(const toml::table* given, const PluginRegistry& plugins, const ResolvePath& resolve,
                        Diagnostics& diagnostics);

}  // namespace wayfront::host
