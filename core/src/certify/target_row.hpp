// Rows that have an entry for each target alone, in the order of the targets (capability::targets_only). Nothing can be
// proved from them: a path to a target passes other vertices. They are compared with rows of all vertices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "certify/asked.hpp"
#include "graph/vertex_ids.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// A row of its own, with memory for it.
class TargetRow {
 public:
  TargetRow(WeightKind kind, std::size_t targets);
  TargetRow(const TargetRow&) = delete;
  TargetRow& operator=(const TargetRow&) = delete;

  /// Takes the targets' entries out of a row of all vertices, which is right for the question.
  void take(const Output& whole, std::uint32_t row, const Problem& question);
  const Output& output() const { return output_; }

 private:
  std::vector<std::uint64_t> distances_;
  std::uint64_t exact_to_ = 0;
  Output output_;
};

/// Turns entries above the limit of the question into unreached<W>, and exact_to, which means nothing, too.
void cut_targets(const Problem& question, Output& targets, std::uint32_t row);

/// How row `row` of `targets`, after cut_targets(), differs from row `whole_row` of `whole`, which is right for the
/// question; "" if it does not.
std::string target_fault(const Problem& question, const Output& targets, std::uint32_t row, const Output& whole,
                         std::uint32_t whole_row, const VertexIds& ids);

}  // namespace wayfront::host
