// Whether two names are one file.
#pragma once

#include <filesystem>

namespace wayfront::host {

/// Without links and dots, as far as the path is there.
std::filesystem::path resolved(const std::filesystem::path& path);

/// Whether both name one regular file, by links too; files that are not there are told apart by their names.
bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace wayfront::host
