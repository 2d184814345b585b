// The digest of a file's bytes, as they are on the disk.
#pragma once

#include <filesystem>
#include <optional>

#include "digest.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// XXH3 of the digests of its blocks of 1 MiB, read by all of the context's threads; nothing for a file that cannot be
/// read. Throws Cancelled.
std::optional<Hash128> file_digest(const std::filesystem::path& file, RunContext& context);

}  // namespace wayfront::host
