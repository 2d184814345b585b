// Where [output] may write: never over what a run reads or reports, and only into folders that are there.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "pipeline/plan.hpp"

namespace wayfront::host {

/// Makes the pipeline file, its graph files and its report files those that `pipeline.output` keeps; `folders` are
/// those of the cases in the report directory. Then checks every name that is known before a graph is loaded: throws
/// UserError (usage) where it is kept or where its folder is missing.
void check_output_targets(Pipeline& pipeline, std::span<const std::filesystem::path> folders);

}  // namespace wayfront::host
