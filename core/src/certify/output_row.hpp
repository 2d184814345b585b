// One row of an output as an output of its own.
#pragma once

#include "wayfront/run.hpp"

namespace wayfront::host {

/// Of Reduction<W>.
inline std::size_t reduction_size(WeightKind kind) {
  return with_weight_type(kind, []<WeightType W>() { return sizeof(Reduction<W>); });
}

/// Refers to the buffers of `output`; with its outcome and cycle, and without work.
inline Output row_of(const Output& output, std::uint32_t row) {
  const std::size_t size = weight_size(output.kind);
  Output it;
  it.kind = output.kind;
  it.vertices = output.vertices;
  if (output.distances != nullptr)
    it.distances = static_cast<std::byte*>(output.distances) + row * std::size_t{output.vertices} * size;
  if (output.reductions != nullptr)
    it.reductions = static_cast<std::byte*>(output.reductions) + row * reduction_size(output.kind);
  it.predecessors = output.predecessors_of(row);
  it.exact_to = static_cast<std::byte*>(output.exact_to) + row * size;
  if (output.memory == Output::device_memory) it.memory = output.memory;
  it.outcome = output.outcome;
  it.cycle = output.cycle;
  return it;
}

}  // namespace wayfront::host
