#include "question/resolve.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "base/errors.hpp"
#include "question/sources.hpp"

namespace wayfront::host {

Asked resolve(const Question& question, const GraphInfo& graph, const VertexIds& ids, Door door, bool virtual_source) {
  const bool file = door == Door::file;
  const Vertex vertices = graph.vertices - (virtual_source ? 1 : 0);
  Asked asked{.limit = question.limit,
              .targets = vertices_of(question.targets, vertices, ids, file ? "problem.targets" : "--to"),
              .count = question.count};
  if (question.count > vertices)
    throw UserError(ExitCode::usage, fmt::format("{} is {}, but the graph has {} vertices",
                                                 file ? "problem.count" : "--count", question.count, vertices));
  if (question.count != 0 && virtual_source) ++asked.count;
  require_limit(question.limit, graph.weights);
  if (!question.reduce.empty())
    asked.reduce = {.within = std::isnan(question.within) ? std::numeric_limits<double>::infinity() : question.within,
                    .check = question.check};
  return asked;
}

std::string early_stop_note(const Asked& asked, const GraphInfo& graph) {
  if (asked.whole() || graph.min_weight >= 0) return {};
  return "the graph has negative arcs, so no search can stop early: plugins solve in full, and answers are cut "
         "afterwards";
}

}  // namespace wayfront::host
