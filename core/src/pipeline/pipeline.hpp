// From a pipeline file to its plan.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "pipeline/plan.hpp"
#include "plugins/plugin_registry.hpp"

namespace wayfront::host {

/// Reads and checks a pipeline file. `overrides` are "table.key=value" (runs by number: "run.0.label=x"): the value is
/// TOML, or a text where it is none, and takes the place of the file's. `graph_file`, unless empty, takes the place of
/// the file's path, loader and loader options. Paths of the file are relative to it, those of the command line to the
/// current folder. `plugins` must outlive the pipeline. Throws UserError (ExitCode::usage) with all errors, one per
/// line.
Pipeline parse_pipeline(const std::filesystem::path& file, std::span<const std::string> overrides,
                        const PluginRegistry& plugins, const std::filesystem::path& graph_file = {});

}  // namespace wayfront::host
