// Passes answers from a worker to the host: large ones are read from its memory, where the system allows that, others go
// over a separate socket, which no other process can open through a name in /proc, unlike a file or a pipe. Later changes
// to the worker's memory cannot disturb the host, which checks its copy.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/arena.hpp"
#include "base/big_array.hpp"
#include "files/byte_source.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// Sends the complete buffers of `output`. Blocks until the host takes them. Throws std::system_error.
void send_answer(int socket, const Output& output);

/// Where the buffers of `output` are in this process.
std::vector<std::uint64_t> places_of(const Output& output);
/// Reads buffers that are there in process `of` into those of `output`, which are as large, on the threads of `arena`.
/// False if the system does not allow it, or the process has ended.
bool read_answer(pid_t of, std::span<const std::uint64_t> places, const Output& output, Arena& arena);
/// Bytes of the buffers of an answer.
std::size_t answer_bytes(const Output& output);

/// The host's end of that socket.
class AnswerReceiver {
 public:
  explicit AnswerReceiver(FileHandle socket) : socket_(std::move(socket)) {}

  /// Data that arrive from now on go into the buffers of `output`, which must live until the answer is complete or
  /// until the next call; null: nothing is received.
  void expect(const Output* output);
  /// The socket to wait for, or -1 if there is nothing to receive yet. A short answer fits into the socket's buffer:
  /// nobody needs to wake up for it before the message that announces it.
  int waiting() const;
  /// Receives the data that have arrived, without waiting.
  void take_in();
  /// Whether the expected answer is complete.
  bool complete() const { return missing_.empty() && !closed_; }

 private:
  FileHandle socket_;
  bool closed_ = false;                        // by the other side
  std::vector<std::span<std::byte>> missing_;  // what is left of the buffers, the next one last
};

/// An Output with its own buffers, to receive answers of any shape.
class AnswerCopy {
 public:
  struct Shape {
    WeightKind kind = WeightKind::int32;
    Vertex vertices = 0;  // entries of a row
    std::uint32_t rows = 1;
    bool reductions = false, predecessors = false;  // whether it has them; reductions in place of distances
  };
  /// For the next answer. Throws std::bad_alloc.
  Output& output(const Shape& shape);
  /// Copies `answer` on the threads of `arena`. Throws std::bad_alloc.
  Output& take(const Output& answer, Arena& arena);

 private:
  struct Buffer {
    BigArray<std::byte> memory{};
    /// With room for `size` bytes.
    std::byte* of(std::size_t size);
  };

  Buffer figures_, exact_to_, predecessors_;  // figures: distances or reductions; the certificate reads them at random
  Output output_;
};

}  // namespace wayfront::host
