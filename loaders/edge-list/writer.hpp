// Writes one edge list: a line for each arc, with the ids that the graph's own file has.
#pragma once

#include "wayfront/loader.hpp"

namespace wayfront::edge_list {

/// Parted by commas in a .csv file, which gets a line of column names, and where ids are names; by tabs in a .tsv file;
/// else by blanks. Where the arcs alone would be read as another graph (vertices without arcs, a first arc that looks
/// like counts), a comment in front says which vertices there are. Throws Unsupported where that does not help:
/// vertices without arcs among ids with gaps, names that no line can hold, and endings that promise something else.
void write(const SaveRequest& request, RunContext& context);

}  // namespace wayfront::edge_list
