// The coordinates of a graph from a DIMACS .co file that the user names, or that lies beside the graph.
#pragma once

#include "load/loaded_graph.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/loader.hpp"

namespace wayfront::host {

/// Gives a graph as its file has it, with `vertices` vertices, the coordinates of the file that the request names or, if
/// neither request nor loader gave any, of a .co file beside `input`, which may be null. Millionths of a degree, in
/// which the 9th DIMACS challenge has them, become degrees; comments "c degrees" and "c plane" say which they are. Throws like read_coordinates for the first of these files; a file
/// beside the graph that cannot be used is a note.
void add_coordinates(const GraphRequest& request, Input* input, Vertex vertices, LoadedGraph& loaded);

}  // namespace wayfront::host
