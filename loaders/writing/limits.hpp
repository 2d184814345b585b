// What a format cannot keep of a graph: a refusal, or a note.
#pragma once

#include <string>
#include <string_view>

#include "wayfront/loader.hpp"
#include "wayfront/run.hpp"

namespace wayfront::writing {

/// For formats that number vertices consecutively. Throws Unsupported if the vertices have other ids, which would be
/// lost. A different first number is allowed: the format says whether a file counts from 0 or from 1.
inline void refuse_ids(std::string_view format, const SaveRequest& request) {
  if (request.ids == nullptr && request.names == nullptr) return;
  throw Unsupported(std::string(format) + ": " + std::string(request.output->name()) +
                    ": the format numbers its vertices without gaps and cannot keep the " +
                    (request.names != nullptr ? "names" : "ids") +
                    " of these; --renumber gives them new ones, or write an edge list");
}

/// For formats without undirected graphs. Notes that the file will be read as a directed one, if the graph is undirected.
inline void note_two_arcs(const SaveRequest& request, RunContext& context) {
  if (!request.directed && request.graph->info().edges != 0)
    context.log(Level::info,
                "the format has no undirected graphs: each edge is written as two arcs, and the file is read as "
                "directed");
}

}  // namespace wayfront::writing
