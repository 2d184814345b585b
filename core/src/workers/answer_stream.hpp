// Passes answers from a worker to the host over a separate socket, which no other process can open through a name in
// /proc, unlike a file or a pipe. Later changes to the worker's memory cannot disturb the host, which checks the copy
// that it received.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/arena.hpp"
#include "base/big_array.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// Sends the complete buffers of `output`. Blocks until the host takes them. Throws std::system_error.
void send_answer(int socket, const Output& output);

/// The host's end of that socket.
class AnswerReceiver {
 public:
  /// Takes ownership of the socket.
  explicit AnswerReceiver(int socket) : socket_(socket) {}
  ~AnswerReceiver();
  AnswerReceiver(const AnswerReceiver&) = delete;
  AnswerReceiver& operator=(const AnswerReceiver&) = delete;

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
  int socket_;
  bool closed_ = false;                        // by the other side
  std::vector<std::span<std::byte>> missing_;  // what is left of the buffers, the next one last
};

/// An Output with its own buffers, to receive answers.
class AnswerCopy {
 public:
  /// Of rows with this number of vertices; `reduced`: of reductions in place of these.
  AnswerCopy(WeightKind kind, Vertex vertices, bool reduced = false)
      : kind_(kind), vertices_(vertices), reduced_(reduced) {}
  /// For an answer of `rows` sources. `with_predecessors`: whether it has them. Throws std::bad_alloc.
  Output& output(std::uint32_t rows, bool with_predecessors);
  /// Copies `answer`, of the same graph, on the threads of `arena`. Throws std::bad_alloc.
  Output& take(const Output& answer, Arena& arena);

 private:
  WeightKind kind_;
  Vertex vertices_;
  bool reduced_;
  std::uint32_t rows_ = 0;           // for which there is room
  BigArray<std::byte> distances_{};  // or reductions; of any kind: the certificate reads them at random
  BigArray<std::byte> exact_to_{};
  bool has_predecessors_ = false;
  BigArray<Vertex> predecessors_{};
  Output output_;
};

}  // namespace wayfront::host
