#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/errors.hpp"
#include "files/input.hpp"
#include "files/mapped_file.hpp"
#include "wayfront/status.hpp"

namespace wayfront::host {
namespace {

constexpr std::uint64_t min_piece = std::uint64_t{1} << 20;  // stays in the cache until one thread has parsed it
constexpr std::uint64_t max_piece = std::uint64_t{1} << 25;

class PlainInput final : public FileInput {
 public:
  PlainInput(FileHandle file, std::uint64_t size, std::string name)
      : FileInput(std::move(name)), file_(std::move(file)), size_(size) {
    ::posix_fadvise(file_.get(), 0, 0, POSIX_FADV_SEQUENTIAL);
  }

  std::uint64_t size() const noexcept override { return size_; }
  std::string_view compression() const noexcept override { return {}; }

  void set_threads(unsigned threads) override {
    piece_bytes_ = std::clamp(min_piece * threads, min_piece, max_piece);
    readers_ = std::clamp(threads / 4, 1U, 4U);
  }

  void require_unchanged() const override {
    if (mapping_) mapping_->require_unchanged();
  }

  std::string_view bytes() override {
    if (given() == 0 && map()) return give_from(mapping_->at(0), size_);
    return mapping_ ? std::string_view() : FileInput::bytes();
  }

 private:
  /// False if the file system does not map files, or the file is no longer as long as it was: then reading it fails.
  bool map() {
    struct stat now {};
    if (::fstat(file_.get(), &now) != 0 || static_cast<std::uint64_t>(now.st_size) < size_) return false;
    try {
      mapping_.emplace(file_.get(), size_, false, std::string(name()));
    } catch (const UserError&) {
      mapping_.reset();
    }
    return mapping_.has_value();
  }

  bool refill() override {
    const std::uint64_t wanted = std::min(piece_bytes_, size_ - read_);
    if (wanted == 0) return false;
    char* const to = room(wanted);
    // One thread copies slower than many parse.
    const std::uint64_t share = std::max(min_piece, (wanted + readers_ - 1) / readers_);
    std::vector<std::string> faults((wanted + share - 1) / share);
    {
      std::vector<std::jthread> others;
      for (std::size_t i = 1; i < faults.size(); ++i)
        others.emplace_back([&, i] { faults[i] = read(to, i * share, std::min(share, wanted - i * share)); });
      faults[0] = read(to, 0, std::min(share, wanted));
    }
    for (const std::string& fault : faults)
      if (!fault.empty()) throw BadInput(fault);
    read_ += wanted;
    added(wanted);
    return true;
  }

  /// Part of the next piece, which goes to `to`. Why it cannot be read, or "".
  std::string read(char* to, std::uint64_t begin, std::uint64_t bytes) const {
    const std::uint64_t at = read_ + begin;
    const std::size_t got = read_at(file_.get(), to + begin, bytes, at);
    if (got == bytes) return {};
    const int error = errno;
    const std::string of_file = std::string(name()) + ": ";
    if (error != 0) return of_file + "cannot be read: " + std::strerror(error);
    return of_file + "ends at byte " + std::to_string(at + got) + " instead of " + std::to_string(size_) +
           "; was it truncated or replaced meanwhile?";
  }

  FileHandle file_;
  std::uint64_t size_;
  std::uint64_t read_ = 0;  // of the file, into the buffer
  std::uint64_t piece_bytes_ = min_piece;
  std::uint64_t readers_ = 1;
  std::optional<MappedFile> mapping_;
};

}  // namespace

std::unique_ptr<FileInput> plain_input(FileHandle file, std::uint64_t size, std::string name) {
  return std::make_unique<PlainInput>(std::move(file), size, std::move(name));
}

}  // namespace wayfront::host
