#include "workers/answer_stream.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace wayfront::host {
namespace {

static_assert(sizeof(Vertex) == 4 && sizeof(float) == 4 && sizeof(std::int32_t) == 4);

std::size_t bytes_of(const Output& output) { return std::size_t{output.vertices} * sizeof(Vertex); }

void send_all(int socket, const void* memory, std::size_t bytes) {
  for (const auto* at = static_cast<const std::byte*>(memory); bytes > 0;) {
    const ssize_t sent = ::send(socket, at, bytes, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) throw std::system_error(errno, std::generic_category(), "handing over the answer");
    at += sent;
    bytes -= static_cast<std::size_t>(sent);
  }
}

}  // namespace

void send_answer(int socket, const Output& output) {
  send_all(socket, output.distances, bytes_of(output));
  if (output.predecessors != nullptr) send_all(socket, output.predecessors, bytes_of(output));
}

AnswerReceiver::~AnswerReceiver() { ::close(socket_); }

void AnswerReceiver::expect(const Output* output) {
  at_ = next_part_ = nullptr;
  left_of_part_ = left_after_ = 0;
  if (output == nullptr) return;
  at_ = static_cast<std::byte*>(output->distances);
  left_of_part_ = bytes_of(*output);
  if (output->predecessors == nullptr) return;
  next_part_ = reinterpret_cast<std::byte*>(output->predecessors);
  left_after_ = left_of_part_;
}

int AnswerReceiver::waiting() const {
  constexpr std::size_t fits = std::size_t{1} << 16;
  return closed_ || left_of_part_ + left_after_ <= fits ? -1 : socket_;
}

void AnswerReceiver::take_in() {
  while (left_of_part_ > 0 && !closed_) {
    const ssize_t size = ::recv(socket_, at_, left_of_part_, MSG_DONTWAIT);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 && errno == EAGAIN) return;
    if (size <= 0) {
      closed_ = true;
      return;
    }
    at_ += size;
    left_of_part_ -= static_cast<std::size_t>(size);
    if (left_of_part_ > 0 || left_after_ == 0) continue;
    at_ = next_part_;
    left_of_part_ = std::exchange(left_after_, 0);
  }
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

const Output& AnswerCopy::take(const Output& answer) {
  Output& copy = output(answer.predecessors != nullptr);
  std::copy_n(static_cast<const std::uint32_t*>(answer.distances), distances_.size(), distances_.data());
  if (answer.predecessors != nullptr) std::copy_n(answer.predecessors, predecessors_.size(), predecessors_.data());
  copy.outcome = answer.outcome;
  copy.cycle = answer.cycle;
  copy.work = answer.work;
  return copy;
}

}  // namespace wayfront::host
