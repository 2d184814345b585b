// Files that are there whole or not at all.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace wayfront::host {

/// Appends to an open file what `text` is; 0, or errno.
int write_all(int file, std::string_view text);

/// Writes under a temporary name beside `path`, then renames. Returns the system's reason where that fails, else "".
std::string write_whole(const std::filesystem::path& path, std::string_view content);

}  // namespace wayfront::host
