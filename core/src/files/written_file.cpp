#include "files/written_file.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/process.hpp"
#include "base/refusal.hpp"
#include "wayfront/status.hpp"

namespace wayfront::host {
namespace {

constexpr std::size_t written_piece_bytes = std::size_t{1} << 20;

/// An open file or pipe.
class DescriptorSink final : public ByteSink {
 public:
  DescriptorSink(int descriptor, std::string name, bool& reader_gone)
      : descriptor_(descriptor), name_(std::move(name)), reader_gone_(reader_gone) {}

  void write(std::string_view bytes) override {
    const int error = write_bytes(descriptor_, bytes, [this] { wait(); });
    if (error == 0) return;
    reader_gone_ = error == EPIPE;
    fail(ExitCode::failed_run, "{}: cannot be written: {}", name_, std::strerror(error));
  }
  void finish() override {}

 private:
  /// Waits until the reader of a pipe makes room; a file never waits, nor does one that is closed.
  void wait() const {
    constexpr int look_again = 50;  // milliseconds
    while (descriptor_ >= 0) {
      if (stop_requested.load(std::memory_order_relaxed)) throw Cancelled();
      pollfd ready{descriptor_, POLLOUT, 0};
      if (::poll(&ready, 1, look_again) != 0) return;
    }
  }

  int descriptor_;
  std::string name_;
  bool& reader_gone_;
};

}  // namespace

WrittenFile::WrittenFile(const std::filesystem::path& path) : name_(path.string()) {
  start(file_.emplace(path, Links::follow).descriptor(), compression_of(path));
}

WrittenFile::WrittenFile(int descriptor, std::string name) : name_(std::move(name)) {
  start(descriptor, Compression::none);
}

WrittenFile::~WrittenFile() {
  queue_.close();
  queue_.finish(std::make_exception_ptr(Cancelled()));
}

void WrittenFile::start(int descriptor, Compression compression) {
  auto sink = compress(std::make_unique<DescriptorSink>(descriptor, name_, reader_gone_), compression, name_);
  writer_ = std::jthread([this, sink = std::move(sink)] {
    try {
      for (std::string piece = queue_.take(); !piece.empty(); piece = queue_.take()) sink->write(piece);
      sink->finish();
    } catch (...) {
      error_ = std::current_exception();
      queue_.close();
    }
  });
}

void WrittenFile::write(std::string_view bytes) {
  size_ += bytes.size();
  while (!bytes.empty()) {
    if (piece_.capacity() < written_piece_bytes) piece_.reserve(written_piece_bytes);
    const std::size_t part = std::min(bytes.size(), written_piece_bytes - piece_.size());
    piece_ += bytes.substr(0, part);
    bytes.remove_prefix(part);
    if (piece_.size() == written_piece_bytes) hand_over();
  }
}

/// Passes the piece to the writer; throws the error that ended the writer.
void WrittenFile::hand_over() {
  if (queue_.put(std::exchange(piece_, {}))) return;
  if (writer_.joinable()) writer_.join();
  // A Failure, because a plugin may be between this code and the reader of the message.
  try {
    std::rethrow_exception(error_);
  } catch (const UserError& error) {
    throw Failure(StatusCode::failed, error.what());
  }
}

void WrittenFile::finish() {
  if (!piece_.empty()) queue_.put(std::exchange(piece_, {}));
  queue_.finish(nullptr);
  if (writer_.joinable()) writer_.join();
  if (error_) std::rethrow_exception(error_);
  if (file_) file_->commit();
}

}  // namespace wayfront::host
