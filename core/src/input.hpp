// Files as loaders see them: mapped or decompressed, in pieces that end at line ends.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "wayfront/loader.hpp"

namespace wayfront::host {

/// An open file. Compression (.gz, .bz2, .xz, .zst) is recognised by content and undone on the way.
class FileInput : public Input {
 public:
  virtual ~FileInput() = default;
  /// Up to the first 4 KiB, decompressed, without taking them: for sniffing.
  virtual std::string_view head() = 0;
  /// "gzip", "xz", ... or "".
  virtual std::string_view compression() const noexcept = 0;
};

/// Throws UserError (ExitCode::input): missing, a directory, not readable, empty.
std::unique_ptr<FileInput> open_input(const std::filesystem::path& path);

}  // namespace wayfront::host
