// From a pipeline file to its plan.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "pipeline/plan.hpp"
#include "plugins/plugin_registry.hpp"

namespace wayfront::host {

/// Reads and checks a pipeline file. `overrides` are "table.key=value" (runs by number: "run.0.label=x"): the value is
/// TOML, or else a text, and replaces that of the file. `graph_file`, unless empty, replaces the file's path, loader
/// and loader options. Paths in the file are relative to it, paths on the command line to the current folder. `plugins`
/// must outlive the pipeline. Throws UserError (ExitCode::usage) with all errors, one per line.
Pipeline parse_pipeline(const std::filesystem::path& file, std::span<const std::string> overrides,
                        const PluginRegistry& plugins, const std::filesystem::path& graph_file = {});

/// The same for the text of a pipeline that is in no file; `name` stands for the file in messages. Its paths are relative
/// to the current folder.
Pipeline parse_pipeline_text(const std::string& text, const std::string& name, const PluginRegistry& plugins);

// Where [output] may write: never to a file that the run reads or reports to, and only to existing folders.

/// Protects the pipeline file, its graph files and its report files from `pipeline.output`; `folders` are those of the
/// cases in the report directory. Then checks every name that is known before a graph is loaded: throws UserError
/// (usage) if it is protected or if its folder is missing.
void check_output_targets(Pipeline& pipeline, std::span<const std::filesystem::path> folders);

}  // namespace wayfront::host
