// The digest of a file's bytes, as stored on the disk; and whether it is still the same file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/digest.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// XXH3 of the digests of its blocks of 1 MiB, read by all of the context's threads; nothing if the file cannot be
/// read. Throws Cancelled.
std::optional<Hash128> file_digest(const std::filesystem::path& file, RunContext& context);

/// Device, inode, size and times of a plain file as text, which stays the same until the file changes; "" for anything
/// else.
std::string file_identity(const std::filesystem::path& file);

}  // namespace wayfront::host
