// The graph as push-pull's kernel reads it: rows of arcs out and of arcs in, each in ascending order of weight.
#pragma once

#include <cstdint>
#include <vector>

#include "../arcs.cuh"
#include "wayfront/cuda/buffer.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/host_device.hpp"
#include "wayfront/run.hpp"

namespace wayfront::push_pull {

// The solver's own numbers for vertices. Vertices with arcs in and out come first (pushers: they can be reached and lead
// on), then those with arcs in alone, then those with arcs out alone, which only matter as sources. The rest has no
// number. The first two kinds fill chunks of 128: by degree, most arcs first, units of 8 vertices are dealt to the
// chunks in turn, so that every chunk has about as many arcs as any other, and so has every block that owns as many
// chunks.
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

/// A row out: `pieces` of as many sectors each, one behind the other. The arcs are dealt to the pieces in turn, so that
/// each piece is sorted and a bound cuts all of them alike.
struct Row {
  std::uint32_t first;  // sector
  std::uint32_t shape;  // sectors of a piece below, pieces above

  static constexpr unsigned sector_bits = 10;
  static constexpr std::uint32_t max_pieces = ~0U >> sector_bits;
  WAYFRONT_HD std::uint32_t sectors() const { return shape % (1U << sector_bits); }
  WAYFRONT_HD std::uint32_t pieces() const { return shape >> sector_bits; }
};

inline constexpr unsigned padded_vertices = 8;
inline constexpr unsigned head_sectors = 2;  // of a row out that can be had without knowing where the row is

template <class Arcs>
struct RowsView {
  Arcs arcs;
  Numbering numbering;
  Vertex vertices;
  const std::uint32_t* numbers;   // of each vertex; no_number from `vertices` on to a multiple of padded_vertices
  const Row* rows;                // of each number
  const Sector<Arcs>* out;        // sectors of `rows`
  const Sector<Arcs>* out_heads;  // the first `head_sectors` of each number
  const Sector<Arcs>* in_heads;   // the first sector of each reachable number's row in
  const std::uint32_t* in_first;  // its further sectors are [in_first[v], in_first[v + 1]) of `in`
  const Sector<Arcs>* in;
  const std::uint32_t* in_degree;  // of each reachable number, arcs of vertices without arcs in left out
  std::uint32_t giants;            // the first ranks: rows that all blocks share; a multiple of `unit`
  std::uint32_t cut_rows;          // the first ranks: rows of several pieces; a multiple of `unit`
};

/// The owner, on the current device.
template <class Arcs>
class SortedRows {
  using Weight = typename Arcs::Weight;

 public:
  /// Waits. Weights must fit `arcs`. At most `max_giants` rows of more than `giant` pieces are giants. So many arcs are
  /// sorted at once as `sort_arcs` says, or 0: as there is memory for.
  SortedRows(const Arcs& arcs, const Graph& graph, unsigned piece, unsigned giant, unsigned max_giants,
             RunContext& context, cudaStream_t stream, std::uint64_t sort_arcs = 0);

  const RowsView<Arcs>& view() const { return view_; }
  std::uint64_t edges() const { return edges_; }
  /// Mean arcs of a row out.
  double mean_degree() const { return mean_degree_; }
  /// Mean arcs out of an arc's target.
  double next_degree() const { return next_degree_; }
  /// Weights of some arcs, spread over the graph, in ascending order.
  const std::vector<Weight>& sample() const { return sample_; }

 private:
  std::uint64_t edges_ = 0;
  double mean_degree_ = 0, next_degree_ = 0;
  std::vector<Weight> sample_;
  cuda::DeviceBuffer<std::uint32_t> numbers_, in_first_, in_degree_;
  cuda::DeviceBuffer<Row> rows_;
  cuda::DeviceBuffer<Sector<Arcs>> out_, out_heads_, in_, in_heads_;
  RowsView<Arcs> view_{};
};

}  // namespace wayfront::push_pull
