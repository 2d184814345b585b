#include <cstddef>
#include <cstring>
#include <exception>
#include <thread>
#include <utility>
#include <vector>

#include "files/input.hpp"
#include "files/piece_queue.hpp"

namespace wayfront::host {
namespace {

constexpr std::size_t unpacked_piece_bytes = std::size_t{1} << 20;

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
      : FileInput(std::move(name)),
        compression_(compression),
        stop_(std::move(stop)),
        source_(std::move(source)),
        reader_([this] { read_ahead(*source_, queue_); }) {}

  ~StreamInput() override {
    stop_.request_stop();
    queue_.close();
  }

  std::string_view compression() const noexcept override { return name_of(compression_); }

 private:
  bool refill() override {
    const std::string piece = queue_.take();
    if (piece.empty()) return false;
    std::memcpy(room(piece.size()), piece.data(), piece.size());
    added(piece.size());
    return true;
  }

  Compression compression_;
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
