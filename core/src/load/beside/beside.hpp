// Text files beside a graph: ids of vertices, for sources and targets, and new weights for some arcs.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "load/loaded_graph.hpp"

namespace wayfront::host {

/// A number, or else a name.
VertexId id_in(std::string_view text);

/// One id per line: a number, or else a name. Blanks around it, empty lines and lines that begin with # do not count.
/// The file may be compressed. Throws UserError (input) if it cannot be read.
std::vector<VertexId> read_vertex_list(const std::filesystem::path& file);

/// The graph as the lines FROM,TO,WEIGHT of a file change it: a weight for the arcs from one vertex to another, for all
/// of them if they are parallel, or the word "closed", which removes them. The last line about an arc counts. Fields
/// may have blanks between them, or be quoted as in CSV. A first line "from,to,weight", empty lines and those that begin
/// with # do not count. The file may be compressed. Throws UserError (input) with file and line for an arc that the
/// graph does not have and for a weight that its type does not hold; the errors of graph_with_weights().
LoadedGraph graph_with_changes(const LoadedGraph& loaded, const std::filesystem::path& file, RunContext& context);

}  // namespace wayfront::host
