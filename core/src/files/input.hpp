// Files as loaders see them: plain or decompressed, in pieces that end at line ends.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/big_array.hpp"
#include "files/byte_source.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::host {

/// An open file. Compression (.gz, .bz2, .xz, .zst) is recognised by content, and the file is decompressed while
/// reading.
class FileInput : public Input {
 public:
  Input* beside(std::string_view suffix) override;
  /// The suffixes that beside() was called with, in order.
  struct Asked {
    std::string suffix;
    std::string identity;  // file_identity() of the file just before it was opened; "" if there was none
  };
  const std::vector<Asked>& asked_beside() const { return asked_beside_; }
  virtual ~FileInput() = default;
  std::string_view name() const noexcept override { return name_; }
  std::string_view bytes() override;
  std::string_view lines() override;
  /// Up to the first 4 KiB, decompressed, without consuming them: for sniffing.
  std::string_view head();
  /// How many threads will parse what is read: larger pieces then, and several threads that read them. Call it before
  /// the first piece is read.
  virtual void set_threads(unsigned threads) { static_cast<void>(threads); }
  /// "gzip", "xz", ... or "".
  virtual std::string_view compression() const noexcept = 0;
  /// After reading: throws UserError (ExitCode::input) if bytes that bytes() returned may be wrong, because the file was
  /// written to or truncated meanwhile.
  virtual void require_unchanged() const {}
  /// From now on `read` is how many bytes of the file itself were read; of one that is mapped, 0.
  void tell(std::atomic<std::uint64_t>& read) { told_ = &read; }
  /// Bytes returned so far, after decompression.
  std::uint64_t given() const noexcept { return given_; }

 protected:
  explicit FileInput(std::string name) : name_(std::move(name)) {}

  /// Adds what comes next in the file, in room(). False at the end.
  virtual bool refill() = 0;
  /// Where the next `bytes` go; added() tells that they are there, and how much of the file was read for them.
  char* room(std::size_t bytes);
  void added(std::size_t bytes, std::uint64_t read) {
    filled_ += bytes;
    if (told_ != nullptr) told_->store(read, std::memory_order_relaxed);
  }
  /// For bytes that are not in the buffer.
  std::string_view give_from(const char* data, std::size_t size);

 private:
  void drop_used();
  std::string_view give(std::size_t size);

  std::string name_;
  std::atomic<std::uint64_t>* told_ = nullptr;
  std::uint64_t given_ = 0;  // of the file, to the loader
  BigArray<char> buffer_;    // of what was read
  std::size_t capacity_ = 0;
  std::size_t filled_ = 0;
  std::size_t used_ = 0;  // returned bytes of the filled part
  BigArray<char> other_;  // what was returned last
  std::size_t other_capacity_ = 0;
  std::vector<std::unique_ptr<FileInput>> besides_;  // what beside() opened
  std::vector<Asked> asked_beside_;
};

/// The file whose name has `suffix` instead of the suffix of `path`, compressed or not, if it exists.
std::optional<std::filesystem::path> file_beside(const std::filesystem::path& path, std::string_view suffix);

/// The bytes of a stream so far, in pieces.
using PipeBytes = std::vector<std::string>;

/// A pipe is read as a stream. Throws UserError (ExitCode::input) if the file is missing, a directory or device, not
/// readable, empty, or has compressed data that are damaged from the start.
std::unique_ptr<FileInput> open_input(const std::filesystem::path& path);

/// Calls f(line, number) for each line, without its end; the first has number 1.
template <class F>
void for_each_line(Input& input, F&& f) {
  std::uint64_t number = 0;
  for (std::string_view piece = input.lines(); !piece.empty(); piece = input.lines()) {
    while (!piece.empty()) {
      const std::string_view line = piece.substr(0, piece.find('\n'));
      piece.remove_prefix(std::min(piece.size(), line.size() + 1));
      f(line, ++number);
    }
  }
}

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
  std::shared_ptr<PipeBytes> kept_ = std::make_shared<PipeBytes>();  // of the pipe
};

}  // namespace wayfront::host
