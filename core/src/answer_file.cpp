#include "answer_file.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <system_error>

namespace wayfront::host {
namespace {

static_assert(sizeof(Vertex) == 4 && sizeof(float) == 4 && sizeof(std::int32_t) == 4);

std::size_t bytes_of(const Output& output) { return std::size_t{output.vertices} * sizeof(Vertex); }

/// 0, or errno; -1 where the file ends early.
template <class Move>
int move_all(void* memory, std::size_t bytes, std::size_t offset, Move&& move) {
  for (auto* at = static_cast<std::byte*>(memory); bytes > 0;) {
    const ssize_t moved = move(at, bytes, static_cast<off_t>(offset));
    if (moved < 0 && errno == EINTR) continue;
    if (moved <= 0) return moved < 0 ? errno : -1;
    at += moved;
    offset += static_cast<std::size_t>(moved);
    bytes -= static_cast<std::size_t>(moved);
  }
  return 0;
}

}  // namespace

AnswerFile::AnswerFile() : descriptor_(::memfd_create("wayfront-answer", MFD_CLOEXEC)) {
  if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), "a file in memory for answers");
}

AnswerFile::~AnswerFile() { ::close(descriptor_); }

void AnswerFile::write(const Output& output) const {
  const auto put = [this](void* memory, std::size_t bytes, off_t offset) {
    return ::pwrite(descriptor_, memory, bytes, offset);
  };
  int error = move_all(output.distances, bytes_of(output), 0, put);
  if (error == 0 && output.predecessors != nullptr)
    error = move_all(output.predecessors, bytes_of(output), bytes_of(output), put);
  if (error != 0) throw std::system_error(error, std::generic_category(), "writing the answer");
}

bool AnswerFile::read(const Output& output) const {
  const auto get = [this](void* memory, std::size_t bytes, off_t offset) {
    return ::pread(descriptor_, memory, bytes, offset);
  };
  return move_all(output.distances, bytes_of(output), 0, get) == 0 &&
         (output.predecessors == nullptr ||
          move_all(output.predecessors, bytes_of(output), bytes_of(output), get) == 0);
}

AnswerCopy::AnswerCopy(WeightKind kind, Vertex vertices, bool predecessors)
    : distances_(vertices), predecessors_(predecessors ? vertices : 0) {
  output_.kind = kind;
  output_.vertices = vertices;
  output_.distances = distances_.data();
}

Output& AnswerCopy::output(bool with_predecessors) {
  output_.predecessors = with_predecessors ? predecessors_.data() : nullptr;
  output_.outcome = Outcome::solved;
  output_.cycle.clear();
  output_.work = {};
  return output_;
}

}  // namespace wayfront::host
