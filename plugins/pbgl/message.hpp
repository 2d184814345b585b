// What the plugin and rank 0 say to each other over their socket, in the order in which they say it. Both run on one
// machine and were built together, so messages are these structs, byte for byte.
//
//   rank 0:  Hello; when the ranks have met, a Member for each.
//   plugin:  Job, then a Part for each rank, in order: degrees (64 bits per vertex), targets (32 bits) and weights (32
//            bits) of its arcs.
//   rank 0:  Ready, as soon as every rank has built its part.
//   plugin:  Question; rank 0: Answer and `vertices` distances of 32 bits. Any number of times.
//   plugin:  a Question for new_graph: all over again from Job on; one for no_more, or it closes the socket: the
//            ranks end.
#pragma once

#include <cstdint>

#include "wayfront/graph.hpp"

namespace wayfront::pbgl {

enum class Method : std::uint8_t {
  delta_stepping,
  crauser,
  eager_dijkstra,
};

/// Delta-stepping holds an array of buckets up to the largest distance it meets.
inline constexpr std::uint64_t max_buckets = std::uint64_t{1} << 25;

/// Exit codes of a rank that ended because of what it found; its sentence is on stderr, behind `marker`.
inline constexpr int exit_failed = 70;
inline constexpr int exit_out_of_memory = 71;
inline constexpr int exit_unsupported = 72;
inline constexpr const char* marker = "wayfront-pbgl-rank: ";

inline constexpr std::uint64_t hello_magic = 0x315f4c4742505f57;  // "W_PBGL_1"
struct Hello {
  std::uint64_t magic = hello_magic;
  std::uint64_t ranks = 0;
};
struct Member {
  std::int64_t process = 0;
  std::uint64_t on_this_machine = 0;  // the one of rank 0
};
struct Job {
  std::uint64_t vertices = 0;
  WeightKind weights = WeightKind::int32;
  Method method = Method::delta_stepping;
  double width = 0;  // delta or lookahead
};
struct Part {
  std::uint64_t vertices = 0;  // from the end of the part before on; the last may be shorter or empty
  std::uint64_t arcs = 0;
};
struct Ready {
  std::uint64_t peak_bytes = 0;  // of all ranks together
};
inline constexpr std::uint64_t no_more = ~std::uint64_t{0};
inline constexpr std::uint64_t new_graph = no_more - 1;
struct Question {
  std::uint64_t source = 0;
};
struct Answer {
  std::uint64_t peak_bytes = 0;
};

/// Vertices of each rank but the last ones: what Parallel BGL's block distribution makes of `padded` vertices.
/// Every rank has at least two, because its algorithms point at the first element of arrays of that many.
constexpr std::uint64_t vertices_per_rank(std::uint64_t vertices, std::uint64_t ranks) {
  const std::uint64_t share = (vertices + ranks - 1) / ranks;
  return share < 2 ? 2 : share;
}

}  // namespace wayfront::pbgl
