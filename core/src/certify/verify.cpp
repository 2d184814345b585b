#include "certify/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "certify/proof/verify_detail.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

template <WeightType W>
Certificate certify_row(const RowsView<W>& csr, const GraphInfo& info, const Problem& question, const Output& output,
                        std::uint32_t row, Vertex* tree, Crew crew, const VertexIds& ids) {
  const std::span<const W> distances = output.distances_as<W>(row);
  const W exact_to = output.exact_to == nullptr ? unreached<W> : output.exact_to_as<W>(row);
  if (!(exact_to <= unreached<W>))  // NaN
    return {Finding::wrong, fmt::format("the answer is exact up to distance {}, which is not a distance", exact_to)};
  if (exact_to != unreached<W> && info.min_weight < 0)
    return {Finding::wrong, fmt::format("the answer is exact up to distance {}, but the graph has negative weights, "
                                        "with which no search may stop at a distance",
                                        exact_to)};
  const detail::Row<W> judged{distances, exact_to, output.predecessors_of(row), info.min_weight > 0};
  return detail::certify_distances(csr, question_for(info, question), judged, tree, crew, ids);
}

}  // namespace

Certificate certify(const Graph& graph, const Problem& question, const Output& output, std::uint32_t row, Vertex* tree,
                    Crew crew, const VertexIds& ids) {
  const GraphInfo& info = graph.info();
  if (tree != nullptr)
    crew.for_parts(info.vertices, [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
      std::fill(tree + begin, tree + end, no_vertex);
    });
  return visit_rows(graph.csr(), [&](const auto& csr) -> Certificate {
    if (output.outcome == Outcome::solved) return certify_row(csr, info, question, output, row, tree, crew, ids);
    if (output.outcome == Outcome::negative_cycle) {
      const double heaviest = std::max(std::abs(info.min_weight), std::abs(info.max_weight));
      return detail::certify_cycle(csr, question.source, output, heaviest, crew, ids);
    }
    return {Finding::wrong,
            fmt::format("the outcome is {}, which is not a valid value", static_cast<int>(output.outcome))};
  });
}

Certificate certify(const Graph& graph, Vertex source, const Output& output, Vertex* tree, Crew crew,
                    const VertexIds& ids) {
  return certify(graph, Problem{.source = source}, output, 0, tree, crew, ids);
}

}  // namespace wayfront::host
