// The file that a loader plugin writes: compressed according to its suffix, in a separate thread, and written
// completely or not at all.
#pragma once

#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "files/byte_source.hpp"
#include "files/file_replacement.hpp"
#include "files/piece_queue.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::host {

class WrittenFile final : public FileOutput {
 public:
  /// A FileReplacement that follows links. This and finish() throw the same errors.
  explicit WrittenFile(const std::filesystem::path& path);
  /// Into an open file that stays open, without compression: standard output. `name` is for messages.
  WrittenFile(int descriptor, std::string name);
  /// Removes what was written unless finish() has been called.
  ~WrittenFile();

  std::string_view name() const noexcept override { return name_; }
  void write(std::string_view bytes) override;
  /// Waits until everything is written, flushes it to the disk and gives it its name.
  void finish();
  /// Bytes passed to write().
  std::uint64_t size() const noexcept { return size_; }
  /// Whether writing failed because the reader of a pipe has gone away.
  bool reader_gone() const noexcept { return reader_gone_; }

 private:
  void start(int descriptor, Compression compression);
  void hand_over();

  std::string name_;
  std::optional<FileReplacement> file_;
  std::uint64_t size_ = 0;
  std::string piece_;
  PieceQueue<std::string> queue_;
  bool reader_gone_ = false;  // this and error_ belong to the writer until it has ended
  std::exception_ptr error_;
  std::jthread writer_;  // last: it uses the others
};

}  // namespace wayfront::host
