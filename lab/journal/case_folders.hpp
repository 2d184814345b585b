// The folders of a report directory that hold the reports of one case each.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace wayfront::host {

/// The name of the file with the samples, in a report directory or in the folder of another pipeline.
inline constexpr const char* samples_file_name = "samples.jsonl";

/// A folder for each label: the label without characters that a file name cannot have; all folders are different, and
/// none has the name of a report. "" gives "", the report directory itself.
std::vector<std::filesystem::path> case_folders(std::span<const std::string> labels);

/// Removes the report files in the folders of these cases, and folders that are then empty. Keeps everything else,
/// folders with their own samples, and links.
void drop_case_reports(const std::filesystem::path& directory, std::span<const std::string> labels);

}  // namespace wayfront::host
