// Rows of distances that are not proved, because the rows to be certified are drawn and others were. What can be said of
// them without the graph: whether their entries may be distances at all, and their figures.
#pragma once

#include <cstdint>
#include <string>

#include "certify/asked.hpp"
#include "certify/certificate.hpp"
#include "certify/crew.hpp"
#include "graph/vertex_ids.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

/// Why no row has such entries: one was not written, is not a number, or is below 0 although no weight is, or the source
/// has another distance than 0. "" if a row may have them. `alone`: the row has an entry for each target of the question.
std::string impossible_entry(const GraphInfo& graph, const Problem& question, const Output& output, std::uint32_t row,
                             bool alone, Crew crew, const VertexIds& ids);

/// The figures of a row after cut() or cut_targets(): of its targets, if there are any, else of all vertices. They are
/// the same for both kinds of rows, but not those that certify() gives for targets.
Certificate row_figures(const Problem& question, const Output& output, std::uint32_t row, bool alone, Crew crew);

}  // namespace wayfront::host
