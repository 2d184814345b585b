// Rows that have an entry for each target alone (capability::targets_only), as rows of all vertices.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "wayfront/run.hpp"

namespace wayfront::host {

class WholeRow {
 public:
  /// Of a graph with this number of vertices; refers to `targets`.
  WholeRow(WeightKind kind, Vertex vertices, std::span<const Vertex> targets);
  WholeRow(const WholeRow&) = delete;
  WholeRow& operator=(const WholeRow&) = delete;

  /// One row, in which all other vertices are unreached. Valid until the next call.
  const Output& of(const Output& targets, std::uint32_t row);

 private:
  std::span<const Vertex> targets_;
  std::vector<std::uint64_t> distances_;
  std::uint64_t exact_to_ = 0;
  Output output_;
};

}  // namespace wayfront::host
