// The question about a graph, from ids and figures as people give them.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include "certify/asked.hpp"
#include "graph/vertex_ids.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host {

/// What is wanted, and what messages call its parts.
struct Wanted {
  std::span<const VertexId> targets{};  // empty: all vertices
  double limit = std::numeric_limits<double>::infinity();
  std::uint64_t count = 0;  // 0: all vertices
  const char* targets_name = "problem.targets";
  const char* count_name = "problem.count";
};

/// `virtual_source`: whether the last vertex of the graph is one; `count` does not include it. Throws UserError (usage)
/// if the graph has no such question.
Asked asked_scope(const Wanted& wanted, const GraphInfo& graph, const VertexIds& ids, bool virtual_source);

/// Why no search can stop early, for the reader; "" if one can, or if all distances are wanted.
std::string early_stop_note(const Asked& scope, const GraphInfo& graph);

}  // namespace wayfront::host
