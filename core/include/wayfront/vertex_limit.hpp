// How many vertices a graph can have, and what a loader says of more.
#pragma once

#include <cstdint>
#include <string>

#include "wayfront/graph.hpp"

namespace wayfront {

/// The largest number of vertices: ids have 32 bits, and the two largest mean "none" and "not written".
inline constexpr Vertex max_vertices = no_vertex - 1;

/// Why a graph with so many vertices is refused. The caller puts the name of the file and the place before it.
inline std::string too_many_vertices(std::uint64_t count) {
  return std::to_string(count) + " vertices, but ids have 32 bits: at most " + std::to_string(max_vertices) +
         "; more would need 8 bytes for each target, in files and while they are loaded";
}

}  // namespace wayfront
