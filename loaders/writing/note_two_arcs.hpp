// For formats without undirected graphs.
#pragma once

#include "wayfront/loader.hpp"
#include "wayfront/run.hpp"

namespace wayfront::writing {

/// Notes that the file will be read as a directed graph, if the written graph is undirected.
inline void note_two_arcs(const SaveRequest& request, RunContext& context) {
  if (!request.directed && request.graph->info().edges != 0)
    context.log(Level::info,
                "the format has no undirected graphs: each edge is written as two arcs, and the file is read as "
                "directed");
}

}  // namespace wayfront::writing
