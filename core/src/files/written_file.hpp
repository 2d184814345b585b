// The file that a loader plugin writes: compressed by the ending of its name, in a thread of its own, and there as a
// whole or not at all.
#pragma once

#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "files/compress.hpp"
#include "files/file_replacement.hpp"
#include "files/piece_queue.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::host {

class WrittenFile final : public FileOutput {
 public:
  /// A FileReplacement that follows links. Throws what that does, and so does finish().
  explicit WrittenFile(const std::filesystem::path& path);
  /// Into an open file that stays open, without compression: standard output. `name` is for messages.
  WrittenFile(int descriptor, std::string name);
  /// Removes what was written unless finish() has been called.
  ~WrittenFile();

  std::string_view name() const noexcept override { return name_; }
  void write(std::string_view bytes) override;
  /// Waits until all is written, flushes it to the disk and gives it its name.
  void finish();
  /// Bytes given to write().
  std::uint64_t size() const noexcept { return size_; }
  /// Whether writing failed because the reader of a pipe is gone.
  bool reader_gone() const noexcept { return reader_gone_; }

 private:
  void start(int descriptor, Compression compression);
  void hand_over();

  std::string name_;
  std::optional<FileReplacement> file_;
  std::uint64_t size_ = 0;
  std::string piece_;
  PieceQueue queue_;
  bool reader_gone_ = false;  // this and error_ are the writer's until it has ended
  std::exception_ptr error_;
  std::jthread writer_;  // last: it uses the others
};

}  // namespace wayfront::host
