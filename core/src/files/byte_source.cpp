#include "files/byte_source.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/process.hpp"
#include "wayfront/status.hpp"

namespace wayfront::host {
namespace {

class FileBytes final : public ByteSource {
 public:
  FileBytes(FileHandle file, std::string already_read, std::string name, std::stop_token stop)
      : file_(std::move(file)),
        already_read_(std::move(already_read)),
        name_(std::move(name)),
        stop_(std::move(stop)) {}

  std::size_t read(char* into, std::size_t size) override {
    if (taken_ < already_read_.size()) {
      const std::size_t part = std::min(size, already_read_.size() - taken_);
      std::memcpy(into, already_read_.data() + taken_, part);
      taken_ += part;
      return part;
    }
    for (;;) {
      wait();
      const ssize_t got = ::read(file_.get(), into, size);
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno != EINTR && errno != EAGAIN) throw BadInput(name_ + ": cannot be read: " + std::strerror(errno));
    }
  }

 private:
  /// Waits for data or the end; a regular file never waits.
  void wait() const {
    constexpr int look_again = 50;  // milliseconds
    for (;;) {
      if (stop_.stop_requested() || stop_requested.load(std::memory_order_relaxed)) throw Cancelled();
      pollfd ready{file_.get(), POLLIN, 0};
      if (::poll(&ready, 1, look_again) > 0) return;
    }
  }

  FileHandle file_;
  std::string already_read_;
  std::size_t taken_ = 0;
  std::string name_;
  std::stop_token stop_;
};

}  // namespace

FileHandle::~FileHandle() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::size_t read_at(int file, void* into, std::size_t size, std::uint64_t at) {
  std::size_t filled = 0;
  errno = 0;
  while (filled < size) {
    const ssize_t got =
        ::pread(file, static_cast<char*>(into) + filled, size - filled, static_cast<off_t>(at + filled));
    if (got < 0 && errno == EINTR) continue;
    if (got == 0) errno = 0;
    if (got <= 0) break;
    filled += static_cast<std::size_t>(got);
  }
  return filled;
}

std::unique_ptr<ByteSource> read_file(FileHandle file, std::string already_read, std::string name,
                                      std::stop_token stop) {
  return std::make_unique<FileBytes>(std::move(file), std::move(already_read), std::move(name), std::move(stop));
}

}  // namespace wayfront::host
