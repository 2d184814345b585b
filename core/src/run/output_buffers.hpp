// The host's buffers for one plugin's answers: poisoned before each call, fenced by guard words on both sides.
#pragma once

#include <string>
#include <vector>

#include "wayfront/run.hpp"

namespace wayfront::host {

class OutputBuffers {
 public:
  /// `predecessors`: whether the output has a buffer for them. Throws std::bad_alloc.
  OutputBuffers(WeightKind kind, Vertex vertices, bool predecessors);
  OutputBuffers(const OutputBuffers&) = delete;
  OutputBuffers& operator=(const OutputBuffers&) = delete;

  /// The output for the next call: all entries poisoned, guards intact, buffers in place.
  Output& fresh();
  const Output& output() const { return output_; }
  /// How a call violated the buffers: it wrote before or after an array, or replaced one. "" if it did not.
  std::string damage() const;

 private:
  static constexpr std::size_t guard_words = 64;  // entries keep the alignment of the allocation
  using Fenced = std::vector<std::uint32_t>;

  Fenced fenced() const;
  void repair(Fenced& words) const;
  std::string damage_of(const Fenced& words, const char* what) const;

  WeightKind kind_;
  Vertex vertices_;
  Fenced distances_;     // guard, one word per vertex, guard
  Fenced predecessors_;  // empty without a buffer
  Output output_;
};

}  // namespace wayfront::host
