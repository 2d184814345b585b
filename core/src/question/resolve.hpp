// A question once the graph is known: the one place where ids become vertices.
#pragma once

#include <string>

#include "certify/asked.hpp"
#include "graph/vertex_ids.hpp"
#include "question/question.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host {

/// Targets are as listed: a vertex may be there again. `virtual_source`: whether the last vertex of the graph is one;
/// `count` does not include it. Throws UserError (usage), which names the part of the question as `door` does, if the
/// graph has no such question. Sources are chosen by choose_sources().
Asked resolve(const Question& question, const GraphInfo& graph, const VertexIds& ids, Door door,
              bool virtual_source = false);

/// Why no search can stop early, for the reader; "" if one can, or if all distances are wanted.
std::string early_stop_note(const Asked& asked, const GraphInfo& graph);

}  // namespace wayfront::host
