#include "certify/cut.hpp"

#include <cstdint>
#include <span>

#include "wayfront/distance.hpp"

namespace wayfront::host {

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

}  // namespace wayfront::host
