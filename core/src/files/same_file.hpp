// Whether two names refer to one file.
#pragma once

#include <filesystem>

namespace wayfront::host {

/// Without links and dots, as far as the path exists.
std::filesystem::path resolved(const std::filesystem::path& path);

/// Whether both names refer to one regular file, also through links; missing files are compared by name.
bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace wayfront::host
