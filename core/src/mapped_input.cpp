#include "mapped_input.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "wayfront/status.hpp"

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#endif

namespace wayfront::host {
namespace {

constexpr std::uint64_t piece_bytes = std::uint64_t{4} << 20;
constexpr std::uint64_t head_bytes = 4096;

class MappedInput final : public FileInput {
 public:
  MappedInput(const char* data, std::uint64_t size, std::string name)
      : data_(data), size_(size), name_(std::move(name)) {}
  ~MappedInput() override { ::munmap(const_cast<char*>(data_), size_); }
  MappedInput(const MappedInput&) = delete;
  MappedInput& operator=(const MappedInput&) = delete;

  std::string_view name() const noexcept override { return name_; }
  std::uint64_t size() const noexcept override { return size_; }
  std::string_view compression() const noexcept override { return {}; }
  std::uint64_t given() const noexcept override { return at_; }

  std::string_view head() override {
    const std::uint64_t end = std::min(head_bytes, size_);
    make_present(end);
    return {data_, end};
  }

  std::string_view bytes() override {
    const std::uint64_t begin = at_;
    at_ += std::min(piece_bytes, size_ - at_);
    make_present(at_);
    return {data_ + begin, at_ - begin};
  }

  std::string_view lines() override {
    if (at_ == size_) return {};
    const std::uint64_t begin = at_;
    std::uint64_t end = begin;
    do {
      const std::uint64_t searched = end;
      end += std::min(piece_bytes, size_ - end);
      make_present(end);
      if (const void* const last = ::memrchr(data_ + searched, '\n', end - searched)) {
        at_ = static_cast<std::uint64_t>(static_cast<const char*>(last) - data_) + 1;
        return {data_ + begin, at_ - begin};
      }
    } while (end < size_);
    at_ = size_;
    last_line_.assign(data_ + begin, size_ - begin);
    last_line_ += '\n';
    return last_line_;
  }

 private:
  /// Maps the pages up to `end` at once, which is faster than one fault each, and notices where they are gone.
  void make_present(std::uint64_t end) {
    if (end <= present_) return;
    const std::uint64_t begin = present_ / page * page;
    const int failed = ::madvise(const_cast<char*>(data_) + begin, end - begin, MADV_POPULATE_READ);
    if (failed != 0 && errno != EINVAL && errno != ENOSYS)  // those two: the kernel is older than 5.14
      throw BadInput(name_ + ": cannot be read near byte " + std::to_string(begin) +
                     "; was it cut or replaced meanwhile?");
    present_ = end;
  }

  static constexpr std::uint64_t page = 4096;
  const char* data_;
  std::uint64_t size_;
  std::string name_;
  std::uint64_t at_ = 0;
  std::uint64_t present_ = 0;
  std::string last_line_;
};

}  // namespace

std::unique_ptr<FileInput> map_input(const FileHandle& file, std::uint64_t size, std::string name) {
  void* const data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (data == MAP_FAILED) throw BadInput(name + ": cannot be mapped: " + std::strerror(errno));
  ::madvise(data, size, MADV_SEQUENTIAL);
  return std::make_unique<MappedInput>(static_cast<const char*>(data), size, std::move(name));
}

}  // namespace wayfront::host
