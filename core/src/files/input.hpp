// Opens a file for a loader.
#pragma once

#include <filesystem>
#include <memory>

#include "files/file_input.hpp"

namespace wayfront::host {

/// A pipe is read as a stream. Throws UserError (ExitCode::input) if the file is missing, a directory or device, not
/// readable, empty, or has compressed data that are damaged from the start.
std::unique_ptr<FileInput> open_input(const std::filesystem::path& path);

}  // namespace wayfront::host
