#include "answers/asked_scope.hpp"

#include <fmt/format.h>

#include "base/errors.hpp"
#include "graph/sources.hpp"

namespace wayfront::host {

Asked asked_scope(const Wanted& wanted, const GraphInfo& graph, const VertexIds& ids, bool virtual_source) {
  Asked scope;
  scope.limit = wanted.limit;
  scope.count = wanted.count;
  const Vertex vertices = graph.vertices - (virtual_source ? 1 : 0);
  scope.targets = vertices_of(wanted.targets, vertices, ids, wanted.targets_name);
  if (wanted.count > vertices)
    throw UserError(ExitCode::usage,
                    fmt::format("{} is {}, but the graph has {} vertices", wanted.count_name, wanted.count, vertices));
  if (wanted.count != 0 && virtual_source) ++scope.count;
  require_limit(wanted.limit, graph.weights);
  return scope;
}

std::string early_stop_note(const Asked& scope, const GraphInfo& graph) {
  if (scope.whole() || graph.min_weight >= 0) return {};
  return "the graph has negative arcs, so no search can stop early: plugins solve in full, and answers are cut "
         "afterwards";
}

}  // namespace wayfront::host
