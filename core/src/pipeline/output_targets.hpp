// Where [output] may write: never over what a run reads or reports, and only into folders that are there.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "pipeline/pipeline.hpp"

namespace wayfront::host {

/// Whether both name one regular file, by links too; files that are not there are told apart by their names.
bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// Throws UserError (usage) where `file` is one that `plan` keeps.
void refuse_kept(const OutputPlan& plan, const std::filesystem::path& file);

/// Makes the pipeline file, its graph files and its report files those that `pipeline.output` keeps; `folders` are
/// those of the cases in the report directory. Then checks every name that is known before a graph is loaded: throws
/// UserError (usage) where it is kept or where its folder is missing.
void check_output_targets(Pipeline& pipeline, std::span<const std::filesystem::path> folders);

}  // namespace wayfront::host
