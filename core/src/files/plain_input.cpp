#include "files/plain_input.hpp"

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

#include "base/big_array.hpp"
#include "base/errors.hpp"
#include "files/byte_source.hpp"
#include "files/file_input.hpp"
#include "files/mapped_file.hpp"
#include "wayfront/status.hpp"

namespace wayfront::host {
namespace {

constexpr std::uint64_t min_piece = std::uint64_t{1} << 20;  // stays in the cache until one thread has parsed it
constexpr std::uint64_t max_piece = std::uint64_t{1} << 25;
constexpr std::size_t head_bytes = 4096;

class PlainInput final : public FileInput {
 public:
  PlainInput(FileHandle file, std::uint64_t size, std::string name)
      : file_(std::move(file)), size_(size), name_(std::move(name)) {
    ::posix_fadvise(file_.get(), 0, 0, POSIX_FADV_SEQUENTIAL);
  }

  std::string_view name() const noexcept override { return name_; }
  std::uint64_t size() const noexcept override { return size_; }
  std::string_view compression() const noexcept override { return {}; }
  std::uint64_t given() const noexcept override { return given_; }

  void set_threads(unsigned threads) override {
    piece_bytes_ = std::clamp(min_piece * threads, min_piece, max_piece);
    readers_ = std::clamp(threads / 4, 1U, 4U);
  }

  std::string_view head() override {
    if (filled_ == used_) refill();
    return {buffer_.get() + used_, std::min(head_bytes, filled_ - used_)};
  }

  void require_unchanged() const override {
    if (mapping_) mapping_->require_unchanged();
  }

  std::string_view bytes() override {
    if (given_ == 0 && map()) {
      given_ = size_;
      return {mapping_->at(0), size_};
    }
    if (mapping_) return {};
    drop_used();
    if (filled_ == 0) refill();
    return give(filled_);
  }

  std::string_view lines() override {
    drop_used();
    std::size_t searched = 0;
    do {
      if (filled_ == searched) continue;
      const void* const last = ::memrchr(buffer_.get() + searched, '\n', filled_ - searched);
      if (last != nullptr) return give(static_cast<std::size_t>(static_cast<const char*>(last) - buffer_.get()) + 1);
      searched = filled_;
    } while (refill());
    if (filled_ == 0) return {};
    const std::string_view rest = give(filled_);  // there is room for one more, see make_room
    buffer_[filled_] = '\n';
    return {rest.data(), rest.size() + 1};
  }

 private:
  /// False if the file system does not map files, or the file is no longer as long as it was: then reading it fails.
  bool map() {
    struct stat now {};
    if (::fstat(file_.get(), &now) != 0 || static_cast<std::uint64_t>(now.st_size) < size_) return false;
    try {
      mapping_.emplace(file_.get(), size_, false, name_);
    } catch (const UserError&) {
      mapping_.reset();
    }
    return mapping_.has_value();
  }

  /// False at the end.
  bool refill() {
    const std::uint64_t wanted = std::min(piece_bytes_, size_ - read_);
    if (wanted == 0) return false;
    make_room(filled_ + wanted + 1);
    // One thread copies slower than many parse.
    const std::uint64_t share = std::max(min_piece, (wanted + readers_ - 1) / readers_);
    std::vector<std::string> faults((wanted + share - 1) / share);
    {
      std::vector<std::jthread> others;
      for (std::size_t i = 1; i < faults.size(); ++i)
        others.emplace_back([&, i] { faults[i] = read(i * share, std::min(share, wanted - i * share)); });
      faults[0] = read(0, std::min(share, wanted));
    }
    for (const std::string& fault : faults)
      if (!fault.empty()) throw BadInput(fault);
    read_ += wanted;
    filled_ += static_cast<std::size_t>(wanted);
    return true;
  }

  /// Part of the next piece, into its place behind what is filled. Why it cannot be read, or "".
  std::string read(std::uint64_t begin, std::uint64_t bytes) const {
    const std::uint64_t at = read_ + begin;
    const std::size_t got = read_at(file_.get(), buffer_.get() + filled_ + begin, bytes, at);
    if (got == bytes) return {};
    if (errno != 0) return name_ + ": cannot be read: " + std::strerror(errno);
    return name_ + ": ends at byte " + std::to_string(at + got) + " instead of " + std::to_string(size_) +
           "; was it truncated or replaced meanwhile?";
  }

  void make_room(std::size_t wanted) {
    if (wanted <= capacity_) return;
    const std::size_t larger = std::max(wanted, 2 * capacity_);
    auto buffer = make_big_array<char>(larger);
    if (filled_ != 0) std::memcpy(buffer.get(), buffer_.get(), filled_);
    buffer_ = std::move(buffer);
    capacity_ = larger;
  }

  /// Returned bytes stay where they are; the rest moves to the other buffer.
  void drop_used() {
    if (used_ == 0) return;
    std::swap(buffer_, other_);
    std::swap(capacity_, other_capacity_);
    const std::size_t left = filled_ - used_;
    filled_ = 0;
    if (left != 0) {
      make_room(left + 1);
      std::memcpy(buffer_.get(), other_.get() + used_, left);
    }
    filled_ = left;
    used_ = 0;
  }

  std::string_view give(std::size_t size) {
    used_ = size;
    given_ += size;
    return {buffer_.get(), size};
  }

  FileHandle file_;
  std::uint64_t size_;
  std::string name_;
  std::uint64_t read_ = 0;   // of the file, into the buffer
  std::uint64_t given_ = 0;  // of the file, to the loader
  std::uint64_t piece_bytes_ = min_piece;
  std::uint64_t readers_ = 1;
  std::optional<MappedFile> mapping_;
  BigArray<char> buffer_;
  std::size_t capacity_ = 0;
  std::size_t filled_ = 0;
  std::size_t used_ = 0;  // returned bytes of the filled part
  BigArray<char> other_;
  std::size_t other_capacity_ = 0;
};

}  // namespace

std::unique_ptr<FileInput> plain_input(FileHandle file, std::uint64_t size, std::string name) {
  return std::make_unique<PlainInput>(std::move(file), size, std::move(name));
}

}  // namespace wayfront::host
