#include "certify/projection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "certify/poison.hpp"
#include "certify/reduced/reduced_row.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

/// The distance of a vertex as a right answer has it: beyond exact_to and the limit, all entries count as unreached.
template <WeightType W>
W right_distance(const Problem& question, const Output& whole, std::uint32_t row, Vertex v) {
  const W exact_to = whole.exact_to == nullptr ? unreached<W> : whole.exact_to_as<W>(row);
  const W distance = whole.distances_as<W>(row)[v];
  return distance <= std::min(exact_to, limit_as<W>(question.more.limit)) ? distance : unreached<W>;
}

std::string target_difference(const Problem& question, const Output& targets, std::uint32_t row, const Output& whole,
                              std::uint32_t whole_row, const VertexIds& ids) {
  return with_weight_type(targets.kind, [&]<WeightType W>() -> std::string {
    const std::span<const W> distances = targets.distances_as<W>(row);
    for (std::size_t i = 0; i < distances.size(); ++i) {
      const Vertex target = question.more.targets[i];
      const W right = right_distance<W>(question, whole, whole_row, target);
      if (distances[i] == right) continue;
      if (std::bit_cast<BitsOf<W>>(distances[i]) == poison_bits<W>)
        return fmt::format("the entry of target {} was not written", ids.text(target));
      const auto text = [](W distance) {
        return distance == unreached<W> ? std::string("no distance") : fmt::format("distance {}", distance);
      };
      return fmt::format("target {} has {}, but the certified answer of all distances has {}", ids.text(target),
                         text(distances[i]), text(right));
    }
    return {};
  });
}

}  // namespace

Projection projection_of(const Output& output, Vertex vertices) {
  if (output.reductions != nullptr) return Projection::fold;
  return output.vertices != vertices ? Projection::gather : Projection::none;
}

TargetRow::TargetRow(WeightKind kind, std::size_t targets) : distances_(targets) {
  output_.kind = kind;
  output_.vertices = static_cast<Vertex>(targets);
  output_.distances = distances_.data();
  output_.exact_to = &exact_to_;
}

void TargetRow::take(const Output& whole, std::uint32_t row, const Problem& question) {
  with_weight_type(output_.kind, [&]<WeightType W>() {
    std::ranges::transform(question.more.targets, output_.distances_as<W>().begin(),
                           [&](Vertex target) { return right_distance<W>(question, whole, row, target); });
    output_.exact_to_as<W>() = unreached<W>;
  });
}

void place_targets(const Output& alone, std::uint32_t row, std::span<const Vertex> targets, Output& whole,
                   std::uint32_t whole_row) {
  with_weight_type(alone.kind, [&]<WeightType W>() {
    const std::span<const W> from = alone.distances_as<W>(row);
    for (std::size_t i = 0; i < targets.size(); ++i) whole.distances_as<W>(whole_row)[targets[i]] = from[i];
  });
}

void cut(const Graph& graph, const Problem& question, Output& output, std::uint32_t row, Crew crew) {
  if (output.outcome != Outcome::solved) return;
  with_weight_type(output.kind, [&]<WeightType W>() {
    const std::span<W> distances = output.distances_as<W>(row);
    Vertex* const predecessors = output.predecessors_of(row);
    const W exact_to = output.exact_to == nullptr ? unreached<W> : output.exact_to_as<W>(row);
    const W wanted = wanted_to<W>(question_for(graph.info(), question), distances, exact_to);
    crew.for_parts(distances.size(), [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t v = begin; v < end; ++v) {
        if (distances[v] <= wanted) continue;
        distances[v] = unreached<W>;
        if (predecessors != nullptr) predecessors[v] = no_vertex;
      }
    });
    if (output.exact_to != nullptr) output.exact_to_as<W>(row) = wanted;
  });
}

void cut_targets(const Problem& question, Output& targets, std::uint32_t row) {
  with_weight_type(targets.kind, [&]<WeightType W>() {
    const W limit = limit_as<W>(question.more.limit);
    for (W& distance : targets.distances_as<W>(row)) {
      if (distance > limit) distance = unreached<W>;
      if (distance == 0) distance = 0;  // -0.0, too
    }
    targets.exact_to_as<W>(row) = unreached<W>;
  });
}

std::string difference(const Asked& scope, const Output& given, std::uint32_t row, Vertex source, const Output& whole,
                       std::uint32_t whole_row, const VertexIds& ids) {
  const Problem question = scope.question(source);
  if (given.reductions == nullptr) return target_difference(question, given, row, whole, whole_row, ids);
  return reduction_fault(question, scope.reduce->within, given, row, whole, whole_row);
}

}  // namespace wayfront::host
