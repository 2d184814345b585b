// The folders of a report directory that hold the reports of one case each.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace wayfront::host {

/// Where a report directory, or the folder of another pipeline in it, keeps its samples.
inline constexpr const char* samples_file_name = "samples.jsonl";

/// A folder for each label: the label without what a file name cannot have, no folder twice, and none with the name of
/// a report. "" gives "", the report directory itself.
std::vector<std::filesystem::path> case_folders(std::span<const std::string> labels);

/// Removes the report files in the folders of these cases, and the folders that are empty then. Leaves everything else,
/// folders that have samples of their own, and links.
void drop_case_reports(const std::filesystem::path& directory, std::span<const std::string> labels);

}  // namespace wayfront::host
