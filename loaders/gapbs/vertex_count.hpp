// The number of vertices that a GAPBS header says, for the loader and for wayfront-rank.
#pragma once

#include <cstdint>
#include <string>

#include "wayfront/loader.hpp"

namespace wayfront::gapbs {

/// What is wrong with it; "" if nothing is. Ids are int32, so a file of this format has fewer vertices than other graphs.
inline std::string vertices_fault(std::int64_t vertices) {
  constexpr std::int64_t most = std::int64_t{1} << 31;
  if (vertices > std::int64_t{max_vertices}) return too_many_vertices(static_cast<std::uint64_t>(vertices));
  if (vertices >= 0 && vertices <= most) return {};
  return std::to_string(vertices) + " vertices, but this format has ids of 31 bits: 0 to " + std::to_string(most) +
         "; Galois' .gr files and .wfg files number " + std::to_string(max_vertices);
}

}  // namespace wayfront::gapbs
