#include "workers/answer_stream.hpp"

#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <system_error>

#include "certify/output_row.hpp"

namespace wayfront::host {
namespace {

constexpr std::uint64_t copied_at_once = std::uint64_t{1} << 18;  // bytes, by a thread

/// The buffers of an answer, in the order in which they are sent.
std::vector<std::span<std::byte>> parts_of(const Output& output) {
  const auto part = [](void* memory, std::size_t bytes) { return std::span(static_cast<std::byte*>(memory), bytes); };
  const std::size_t entries = std::size_t{output.rows} * output.vertices;
  std::vector parts = {output.reductions != nullptr ? part(output.reductions, output.rows * reduction_size(output.kind))
                                                    : part(output.distances, entries * weight_size(output.kind)),
                       part(output.exact_to, output.rows * weight_size(output.kind))};
  if (output.predecessors != nullptr) parts.push_back(part(output.predecessors, entries * sizeof(Vertex)));
  return parts;
}

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
  for (const std::span<std::byte> part : parts_of(output)) send_all(socket, part.data(), part.size());
}

std::vector<std::uint64_t> places_of(const Output& output) {
  std::vector<std::uint64_t> places;
  for (const std::span<std::byte> part : parts_of(output))
    places.push_back(reinterpret_cast<std::uintptr_t>(part.data()));
  return places;
}

bool read_answer(pid_t of, std::span<const std::uint64_t> places, const Output& output, Arena& arena) {
  const std::vector parts = parts_of(output);
  std::atomic<bool> complete{places.size() == parts.size()};
  for (std::size_t i = 0; complete && i < parts.size(); ++i)
    arena.parallel_for(parts[i].size(), copied_at_once, [&](std::uint64_t begin, std::uint64_t end) {
      while (complete && begin < end) {
        const iovec into{parts[i].data() + begin, end - begin};
        const iovec from{reinterpret_cast<void*>(places[i] + begin), end - begin};
        const ssize_t size = ::process_vm_readv(of, &into, 1, &from, 1, 0);
        if (size <= 0) complete = false;
        begin += static_cast<std::uint64_t>(std::max<ssize_t>(size, 0));
      }
    });
  return complete;
}

std::size_t answer_bytes(const Output& output) {
  std::size_t sum = 0;
  for (const std::span<std::byte> part : parts_of(output)) sum += part.size();
  return sum;
}

void AnswerReceiver::expect(const Output* output) {
  missing_.clear();
  if (output == nullptr) return;
  missing_ = parts_of(*output);
  std::erase_if(missing_, [](std::span<std::byte> part) { return part.empty(); });
  std::ranges::reverse(missing_);
}

int AnswerReceiver::waiting() const {
  constexpr std::size_t fits = std::size_t{1} << 16;
  std::size_t left = 0;
  for (const std::span<std::byte> part : missing_) left += part.size();
  return closed_ || left <= fits ? -1 : socket_.get();
}

void AnswerReceiver::take_in() {
  while (!missing_.empty() && !closed_) {
    std::span<std::byte>& part = missing_.back();
    const ssize_t size = ::recv(socket_.get(), part.data(), part.size(), MSG_DONTWAIT);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 && errno == EAGAIN) return;
    closed_ = size <= 0;
    if (closed_) return;
    part = part.subspan(static_cast<std::size_t>(size));
    if (part.empty()) missing_.pop_back();
  }
}

std::byte* AnswerCopy::Buffer::of(std::size_t size) {
  if (size > memory.get_deleter().bytes) {
    memory = BigArray<std::byte>();  // with its size, before the next one is allocated; {} would keep the size
    memory = make_big_array<std::byte>(size);
  }
  return memory.get();
}

Output& AnswerCopy::output(const Shape& shape) {
  const std::size_t entries = std::size_t{shape.rows} * shape.vertices, size = weight_size(shape.kind);
  output_.kind = shape.kind;
  output_.vertices = shape.vertices;
  output_.rows = shape.rows;
  output_.distances = output_.reductions = nullptr;
  if (shape.reductions)
    output_.reductions = figures_.of(shape.rows * reduction_size(shape.kind));
  else
    output_.distances = figures_.of(entries * size);
  output_.exact_to = exact_to_.of(shape.rows * size);
  output_.predecessors =
      shape.predecessors ? reinterpret_cast<Vertex*>(predecessors_.of(entries * sizeof(Vertex))) : nullptr;
  output_.outcome = Outcome::solved;
  output_.cycle.clear();
  output_.work = {};
  return output_;
}

Output& AnswerCopy::take(const Output& answer, Arena& arena) {
  Output& copy =
      output({answer.kind, answer.vertices, answer.rows, answer.reductions != nullptr, answer.predecessors != nullptr});
  const std::vector from = parts_of(answer), to = parts_of(copy);
  for (std::size_t i = 0; i < from.size(); ++i)
    arena.parallel_for(from[i].size(), copied_at_once, [&](std::uint64_t begin, std::uint64_t end) {
      std::ranges::copy(from[i].subspan(begin, end - begin), to[i].begin() + static_cast<std::ptrdiff_t>(begin));
    });
  copy.outcome = answer.outcome;
  copy.cycle = answer.cycle;
  copy.work = answer.work;
  return copy;
}

}  // namespace wayfront::host
