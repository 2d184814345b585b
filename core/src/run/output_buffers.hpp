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

  /// The output for the next call: all entries poisoned, guards whole, buffers where they should be.
  Output& fresh();
  const Output& output() const { return output_; }
  /// What a call did to the buffers that it must not do: wrote before or after an array, or exchanged one. "" if
  /// nothing.
  std::string damage() const;

 private:
  static constexpr std::size_t guard_words = 64;  // entries stay as aligned as the allocation
  using Fenced = std::vector<std::uint32_t>;

  Fenced fenced() const;
  void repair(Fenced& words) const;
  std::string damage_of(const Fenced& words, const char* what) const;

  WeightKind kind_;
  Vertex vertices_;
  Fenced distances_;     // guard, one word per vertex, guard
  Fenced predecessors_;  // empty where there is no buffer
  Output output_;
};

}  // namespace wayfront::host
