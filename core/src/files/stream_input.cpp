#include "files/stream_input.hpp"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <thread>
#include <utility>
#include <vector>

#include "files/file_input.hpp"
#include "files/piece_queue.hpp"

namespace wayfront::host {
namespace {

constexpr std::size_t unpacked_piece_bytes = std::size_t{1} << 20;
constexpr std::size_t unpacked_head_bytes = 4096;

void read_ahead(ByteSource& source, PieceQueue& queue) noexcept {
  try {
    std::vector<char> piece(unpacked_piece_bytes);
    while (const std::size_t got = source.read(piece.data(), piece.size()))
      if (!queue.put(std::string(piece.data(), got))) break;
    queue.finish(nullptr);
  } catch (...) {
    queue.finish(std::current_exception());
  }
}

class StreamInput final : public FileInput {
 public:
  StreamInput(std::unique_ptr<ByteSource> source, std::stop_source stop, Compression compression, std::string name)
      : name_(std::move(name)),
        compression_(compression),
        stop_(std::move(stop)),
        source_(std::move(source)),
        reader_([this] { read_ahead(*source_, queue_); }) {}

  ~StreamInput() override {
    stop_.request_stop();
    queue_.close();
  }

  std::string_view name() const noexcept override { return name_; }
  std::string_view compression() const noexcept override { return name_of(compression_); }
  std::uint64_t given() const noexcept override { return given_; }

  std::string_view head() override {
    while (buffer_.size() < unpacked_head_bytes && refill()) {
    }
    return view(std::min(buffer_.size(), unpacked_head_bytes));
  }

  std::string_view bytes() override {
    drop_used();
    if (buffer_.empty()) refill();
    return give(buffer_.size());
  }

  std::string_view lines() override {
    drop_used();
    std::size_t searched = 0;
    for (;;) {
      const std::string_view fresh = view(buffer_.size()).substr(searched);
      if (const std::size_t last = fresh.rfind('\n'); last != fresh.npos) return give(searched + last + 1);
      searched = buffer_.size();
      if (refill()) continue;
      if (buffer_.empty()) return {};
      const std::size_t size = buffer_.size();
      buffer_.push_back('\n');
      give(size);
      used_ = size + 1;
      return view(used_);
    }
  }

 private:
  bool refill() {
    const std::string piece = queue_.take();
    buffer_.insert(buffer_.end(), piece.begin(), piece.end());
    return !piece.empty();
  }
  /// Returned bytes stay where they are.
  void drop_used() {
    if (used_ == 0) return;
    std::swap(buffer_, given_out_);
    buffer_.assign(given_out_.begin() + static_cast<std::ptrdiff_t>(used_), given_out_.end());
    used_ = 0;
  }
  std::string_view view(std::size_t size) const { return {buffer_.data(), size}; }
  std::string_view give(std::size_t size) {
    used_ = size;
    given_ += size;
    return view(size);
  }

  std::string name_;
  Compression compression_;
  // Vectors, because swapping them keeps the content in place; swapping short strings moves it.
  std::vector<char> buffer_;  // `used_` bytes already returned, then the rest
  std::size_t used_ = 0;
  std::vector<char> given_out_;  // the previous buffer
  std::uint64_t given_ = 0;
  PieceQueue queue_;
  std::stop_source stop_;
  std::unique_ptr<ByteSource> source_;
  std::jthread reader_;  // last: it uses the others
};

}  // namespace

std::unique_ptr<FileInput> stream_input(std::unique_ptr<ByteSource> source, std::stop_source stop,
                                        Compression compression, std::string name) {
  return std::make_unique<StreamInput>(std::move(source), std::move(stop), compression, std::move(name));
}

}  // namespace wayfront::host
