#include "verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "verify_cycle.hpp"
#include "verify_distances.hpp"

namespace wayfront::host {

Certificate certify(const Graph& graph, Vertex source, const Output& output, Vertex* tree, std::uint64_t first_id) {
  const GraphInfo& info = graph.info();
  return visit(graph.csr(), [&](const auto& csr) -> Certificate {
    if (output.outcome == Outcome::solved) return detail::certify_distances(csr, source, output, tree, first_id);
    if (tree != nullptr) std::fill_n(tree, csr.vertices, no_vertex);
    if (output.outcome == Outcome::negative_cycle) {
      const double heaviest = std::max(std::abs(info.min_weight), std::abs(info.max_weight));
      return detail::certify_cycle(csr, source, output, heaviest, first_id);
    }
    return {Verdict::wrong, fmt::format("the outcome is {}, which means nothing", static_cast<int>(output.outcome))};
  });
}

}  // namespace wayfront::host
