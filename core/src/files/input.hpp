// Opens a file for a loader.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "files/byte_source.hpp"
#include "files/file_input.hpp"

namespace wayfront::host {

/// The bytes of a stream so far, in pieces.
using PipeBytes = std::vector<std::string>;

/// A pipe is read as a stream. Throws UserError (ExitCode::input) if the file is missing, a directory or device, not
/// readable, empty, or has compressed data that are damaged from the start.
std::unique_ptr<FileInput> open_input(const std::filesystem::path& path);

/// A file that can be opened again from its start. What is read of a pipe is kept in memory for that.
class RepeatableFile {
 public:
  /// Throws UserError (ExitCode::input) if it cannot be opened.
  explicit RepeatableFile(std::filesystem::path path);

  /// Throws like open_input. What an earlier call returned must be gone. Refers to this object.
  std::unique_ptr<FileInput> open();

 private:
  std::filesystem::path path_;
  std::optional<FileHandle> pipe_;
  PipeBytes kept_;  // of the pipe
};

}  // namespace wayfront::host
