#include "journal/case_folders.hpp"

#include <fmt/format.h>

#include <set>
#include <string_view>
#include <system_error>

#include "base/characters.hpp"
#include "report/report.hpp"

namespace wayfront::host {
namespace fs = std::filesystem;

std::vector<fs::path> case_folders(std::span<const std::string> labels) {
  std::vector<fs::path> folders;
  std::set<std::string> taken = {samples_file_name};
  for (const ReportFormat format : report_formats) taken.emplace(file_name(format));
  for (const std::string& label : labels) {
    std::string name;
    for (const char c : label) name += c == '/' || (c == '.' && name.empty()) ? '_' : c;
    constexpr std::size_t longest = 200;  // bytes; file systems allow 255
    const std::string_view start = first_bytes(name, longest);
    std::string unique(start);
    for (int i = 2; !name.empty() && !taken.insert(unique).second; ++i) unique = fmt::format("{} {}", start, i);
    folders.emplace_back(unique);
  }
  return folders;
}

void drop_case_reports(const fs::path& directory, std::span<const std::string> labels) {
  for (const fs::path& name : case_folders(labels)) {
    const fs::path folder = directory / name;
    std::error_code ignored;  // a remaining file is replaced by a new one of the same name
    if (name.empty() || !fs::is_directory(fs::symlink_status(folder, ignored))) continue;
    if (fs::exists(folder / samples_file_name, ignored)) continue;  // the results of another pipeline
    for (const ReportFormat format : report_formats) fs::remove(folder / file_name(format), ignored);
    fs::remove(folder, ignored);  // only if it is empty
  }
}

}  // namespace wayfront::host
