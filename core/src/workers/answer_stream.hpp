// How a worker hands its answers to the host: over a socket of its own, which no other process can open by a name in
// /proc as it could a file or a pipe. What the worker's memory holds afterwards cannot disturb the host, which judges
// the copy that it received.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "wayfront/run.hpp"

namespace wayfront::host {

/// The buffers of `output`, sent whole. Blocks while the host does not take them. Throws std::system_error.
void send_answer(int socket, const Output& output);

/// The host's end of that socket.
class AnswerReceiver {
 public:
  /// Takes the socket over.
  explicit AnswerReceiver(int socket) : socket_(socket) {}
  ~AnswerReceiver();
  AnswerReceiver(const AnswerReceiver&) = delete;
  AnswerReceiver& operator=(const AnswerReceiver&) = delete;

  /// What arrives from now on goes into the buffers of `output`, which must live until it is there or until the next
  /// call; null: nothing is taken.
  void expect(const Output* output);
  /// The socket to wait for, or -1 where there is nothing to take yet. A short answer fits into the socket's buffer:
  /// nobody needs to wake up for it before the message that it is there.
  int waiting() const;
  /// Takes what has arrived, without waiting.
  void take_in();
  /// Whether the expected answer is there.
  bool complete() const { return left_of_part_ == 0 && left_after_ == 0 && !closed_; }

 private:
  int socket_;
  bool closed_ = false;  // by the other side
  std::byte* at_ = nullptr;
  std::byte* next_part_ = nullptr;  // where the second buffer is
  std::size_t left_of_part_ = 0, left_after_ = 0;
};

/// An Output with buffers of its own, to receive answers in.
class AnswerCopy {
 public:
  /// Throws std::bad_alloc.
  AnswerCopy(WeightKind kind, Vertex vertices, bool predecessors);
  /// `with_predecessors`: whether the next answer has them.
  Output& output(bool with_predecessors);
  /// The same as `answer` now, of equal size.
  const Output& take(const Output& answer);

 private:
  std::vector<std::uint32_t> distances_;
  std::vector<Vertex> predecessors_;
  Output output_;
};

}  // namespace wayfront::host
