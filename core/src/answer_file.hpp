// A file in memory through which a worker hands its answers to the host. It is written and read, not mapped: what the
// worker's memory holds afterwards, and how long the file is, cannot disturb the host, which judges a copy of its own.
#pragma once

#include <cstdint>
#include <vector>

#include "wayfront/run.hpp"

namespace wayfront::host {

class AnswerFile {
 public:
  /// A new one. Throws std::system_error.
  AnswerFile();
  /// One that was handed over.
  explicit AnswerFile(int descriptor) : descriptor_(descriptor) {}
  ~AnswerFile();
  AnswerFile(const AnswerFile&) = delete;
  AnswerFile& operator=(const AnswerFile&) = delete;

  int descriptor() const { return descriptor_; }
  /// The buffers of `output`. Throws std::system_error.
  void write(const Output& output) const;
  /// Fills the buffers of `output`; false where the file holds less.
  bool read(const Output& output) const;

 private:
  int descriptor_;
};

/// An Output with buffers of its own, to read answers into.
class AnswerCopy {
 public:
  /// Throws std::bad_alloc.
  AnswerCopy(WeightKind kind, Vertex vertices, bool predecessors);
  /// `with_predecessors`: whether the next answer has them.
  Output& output(bool with_predecessors);

 private:
  std::vector<std::uint32_t> distances_;
  std::vector<Vertex> predecessors_;
  Output output_;
};

}  // namespace wayfront::host
