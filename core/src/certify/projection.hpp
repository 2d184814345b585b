// What a plugin may return in place of whole rows. Nothing can be proved from it: a path to a target passes other
// vertices, and a sum has forgotten all of them. It is compared with the same projection of a row that was proved.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "certify/asked.hpp"
#include "certify/crew.hpp"
#include "graph/vertex_ids.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

enum class Projection : std::uint8_t {
  none,    // a whole row: a distance for each vertex
  gather,  // a distance for each target, in the order of the targets (capability::targets_only)
  fold,    // a Reduction of the row (capability::reduce)
};

/// What an answer has, on a graph with that many vertices. Nobody gathers as many targets as there are vertices.
Projection projection_of(const Output& output, Vertex vertices);

/// A row of targets alone, with memory for it.
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

/// Puts the entries of a row of targets alone to their places in a row of all vertices, whose other entries stay.
void place_targets(const Output& alone, std::uint32_t row, std::span<const Vertex> targets, Output& whole,
                   std::uint32_t whole_row = 0);

// Answers that are longer than what was asked for: the rest is cut off, so that equal questions have equal answers.

/// Turns every entry of a row that the question does not want into unreached<W> and its predecessor into no_vertex;
/// exact_to becomes the distance of the cut. Only for a row that the certificate has found right. Does nothing where the
/// outcome is a negative cycle. With negative weights, a predecessor that is kept may itself be cut off.
void cut(const Graph& graph, const Problem& question, Output& output, std::uint32_t row, Crew crew);

/// Turns entries above the limit of the question into unreached<W>, and exact_to, which means nothing, too.
void cut_targets(const Problem& question, Output& targets, std::uint32_t row);

/// How row `row` of `given`, from `source`, differs from the same projection of row `whole_row` of `whole`, which is
/// right for the question; "" if it does not. Targets after cut_targets(); sums of floats may differ by rounding.
std::string difference(const Asked& scope, const Output& given, std::uint32_t row, Vertex source, const Output& whole,
                       std::uint32_t whole_row, const VertexIds& ids);

}  // namespace wayfront::host
