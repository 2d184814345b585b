// A file with ids of vertices, for sources and targets.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "graph/vertex_ids.hpp"

namespace wayfront::host {

/// A number, or else a name.
VertexId id_in(std::string_view text);

/// One id per line: a number, or else a name. Blanks around it, empty lines and lines that begin with # do not count.
/// The file may be compressed. Throws UserError (input) if it cannot be read.
std::vector<VertexId> read_vertex_list(const std::filesystem::path& file);

}  // namespace wayfront::host
