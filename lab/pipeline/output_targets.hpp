// Where [output] may write: never to a file that the run reads or reports to, and only to existing folders.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "pipeline/plan.hpp"

namespace wayfront::host {

/// Protects the pipeline file, its graph files and its report files from `pipeline.output`; `folders` are those of the
/// cases in the report directory. Then checks every name that is known before a graph is loaded: throws UserError
/// (usage) if it is protected or if its folder is missing.
void check_output_targets(Pipeline& pipeline, std::span<const std::filesystem::path> folders);

}  // namespace wayfront::host
