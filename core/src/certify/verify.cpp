#include "certify/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "certify/verify_detail.hpp"

namespace wayfront::host {

Certificate certify(const Graph& graph, Vertex source, const Output& output, Vertex* tree, const VertexIds& ids) {
  const GraphInfo& info = graph.info();
  return visit(graph.csr(), [&](const auto& csr) -> Certificate {
    if (output.outcome == Outcome::solved) return detail::certify_distances(csr, source, output, tree, ids);
    if (tree != nullptr) std::fill_n(tree, csr.vertices, no_vertex);
    if (output.outcome == Outcome::negative_cycle) {
      const double heaviest = std::max(std::abs(info.min_weight), std::abs(info.max_weight));
      return detail::certify_cycle(csr, source, output, heaviest, ids);
    }
    return {Finding::wrong,
            fmt::format("the outcome is {}, which is not a valid value", static_cast<int>(output.outcome))};
  });
}

}  // namespace wayfront::host
