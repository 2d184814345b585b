// Writes one edge list: a line for each arc, with the ids of the graph's own file.
#pragma once

#include "wayfront/loader.hpp"

namespace wayfront::edge_list {

/// Fields are separated by commas in a .csv file, which gets a header line, and if ids are names; by tabs in a .tsv
/// file; else by blanks. If the arcs alone would be read as another graph (vertices without arcs, a first arc that
/// looks like counts), a comment before them lists the vertices. Throws Unsupported if that does not help: vertices
/// without arcs among ids with gaps, names that no line can contain, and suffixes that contradict the graph.
void write(const SaveRequest& request, RunContext& context);

}  // namespace wayfront::edge_list
