// For formats that know no undirected graphs.
#pragma once

#include "wayfront/loader.hpp"
#include "wayfront/run.hpp"

namespace wayfront::writing {

/// Says that a file of this format will be read as a directed graph, where the one that is written is none.
inline void note_two_arcs(const SaveRequest& request, RunContext& context) {
  if (!request.directed && request.graph->info().edges != 0)
    context.log(Level::info,
                "the format has no undirected graphs: each edge is written as two arcs; the file is read as directed");
}

}  // namespace wayfront::writing
