// Files as loaders see them: plain or decompressed, in pieces that end at line ends.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wayfront/loader.hpp"

namespace wayfront::host {

/// An open file. Compression (.gz, .bz2, .xz, .zst) is recognised by content, and the file is decompressed while
/// reading.
class FileInput : public Input {
 public:
  using Opener = std::unique_ptr<FileInput> (*)(const std::filesystem::path&);

  /// Works if `opener` was set; otherwise there are no files next to this one.
  Input* beside(std::string_view suffix) override;
  void set_opener(Opener opener) { opener_ = opener; }
  /// The suffixes that beside() was called with, in order.
  struct Asked {
    std::string suffix;
    std::string identity;  // file_identity() of the file just before it was opened; "" if there was none
  };
  const std::vector<Asked>& asked_beside() const { return asked_beside_; }
  virtual ~FileInput() = default;
  /// Up to the first 4 KiB, decompressed, without consuming them: for sniffing.
  virtual std::string_view head() = 0;
  /// How many threads will parse what is read: larger pieces then, and several threads that read them. Call it before
  /// the first piece is read.
  virtual void set_threads(unsigned threads) { static_cast<void>(threads); }
  /// "gzip", "xz", ... or "".
  virtual std::string_view compression() const noexcept = 0;
  /// After reading: throws UserError (ExitCode::input) if bytes that bytes() returned may be wrong, because the file was
  /// written to or truncated meanwhile.
  virtual void require_unchanged() const {}
  /// Bytes returned so far, after decompression.
  virtual std::uint64_t given() const noexcept = 0;

 private:
  Opener opener_ = nullptr;
  std::vector<std::unique_ptr<FileInput>> besides_;  // what beside() opened
  std::vector<Asked> asked_beside_;
};

/// The file whose name has `suffix` instead of the suffix of `path`, compressed or not, if it exists.
std::optional<std::filesystem::path> file_beside(const std::filesystem::path& path, std::string_view suffix);

}  // namespace wayfront::host
