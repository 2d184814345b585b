// The solver's own numbers for vertices. Vertices with arcs in and out come first (pushers: they can be reached and lead
// on), then those with arcs in alone, then those with arcs out alone, which only matter as sources. The rest has no
// number. The first two kinds fill chunks of 128: by degree, most arcs first, units of 8 vertices are dealt to the
// chunks in turn, so that every chunk has about as many arcs as any other, and so has every block that owns as many
// chunks.
#pragma once

#include <cstdint>

#include "wayfront/graph.hpp"
#include "wayfront/host_device.hpp"

namespace wayfront::push_pull {

inline constexpr unsigned chunk = 128;
inline constexpr unsigned unit = 8;

/// The number of the vertex that is at position `rank` by degree, of a kind that has `chunks`.
WAYFRONT_HD constexpr std::uint32_t number_of_rank(std::uint32_t rank, std::uint32_t chunks) {
  const std::uint32_t u = rank / unit;
  return u % chunks * chunk + u / chunks * unit + rank % unit;
}
WAYFRONT_HD constexpr std::uint32_t rank_of_number(std::uint32_t number, std::uint32_t chunks) {
  return (number % chunk / unit * chunks + number / chunk) * unit + number % unit;
}

inline constexpr std::uint32_t no_number = no_vertex;

struct Numbering {
  std::uint32_t pusher_chunks = 0;
  std::uint32_t chunks = 0;   // of vertices that can be reached
  std::uint32_t numbers = 0;  // of all; those from `chunks` on have arcs out alone

  WAYFRONT_HD std::uint32_t pushers() const { return pusher_chunks * chunk; }
  WAYFRONT_HD std::uint32_t reachable() const { return chunks * chunk; }
};

}  // namespace wayfront::push_pull
