// Load-balanced expand: the arcs of a warp's vertices are spread evenly over its lanes. One row goes to all lanes, or
// many rows are laid end to end, and a prefix sum over their degrees tells each lane whose arc it has.
#pragma once

#include <cstdint>

#include "wayfront/cuda/warp.cuh"
#include "wayfront/graph.hpp"

namespace wayfront::cuda {

/// What relaxing needs of a vertex, and the arcs [begin, begin + degree) out of it. `From` is a number, or has a
/// from_lane() of its own beside it.
template <OffsetType O, class From>
struct Row {
  From from{};
  O begin = 0;
  O degree = 0;
};

/// The row that `lane` has. By a whole warp.
template <OffsetType O, class From>
__device__ Row<O, From> from_lane(const Row<O, From>& row, unsigned lane) {
  Row<O, From> theirs;
  theirs.from = from_lane(row.from, lane);
  theirs.begin = from_lane(row.begin, lane);
  theirs.degree = from_lane(row.degree, lane);
  return theirs;
}

/// One row, which all lanes of the warp hold. The whole warp calls relaxer.relax(on, at, from) with arrays of one or
/// four arcs per lane, so that their loads go out together: whether there is one, its place in the graph, and the
/// `from` of its row.
template <OffsetType O, class From, class Relaxer>
__device__ void expand_row(const Row<O, From>& row, Relaxer& relaxer) {
  const unsigned lane = threadIdx.x % 32;
  O first = 0;
  for (; first + 64 < row.degree; first += 128) {
    const O i = first + lane;
    const bool on[] = {i < row.degree, i + 32 < row.degree, i + 64 < row.degree, i + 96 < row.degree};
    const O at[] = {row.begin + i, row.begin + i + 32, row.begin + i + 64, row.begin + i + 96};
    const From from[] = {row.from, row.from, row.from, row.from};
    relaxer.relax(on, at, from);
  }
  for (; first < row.degree; first += 32) {
    const bool on[] = {first + lane < row.degree};
    const O at[] = {row.begin + first + lane};
    const From from[] = {row.from};
    relaxer.relax(on, at, from);
  }
}

namespace detail {
/// The positions from `first` on of all rows laid end to end, B to a lane. The arc at position p is `mine.begin` + p of
/// the row that it belongs to, and this lane's row ends before position `end`.
template <int B, OffsetType O, class From, class Relaxer>
__device__ void expand_some(const Row<O, From>& mine, std::uint32_t end, std::uint32_t first, std::uint32_t total,
                            Relaxer& relaxer) {
  bool on[B];
  O at[B];
  From from[B];
#pragma unroll
  for (int i = 0; i < B; ++i) {
    const std::uint32_t position = first + 32 * static_cast<unsigned>(i) + threadIdx.x % 32;
    unsigned owner = 0;  // how many rows end at or before the position
#pragma unroll
    for (unsigned half = 16; half != 0; half /= 2)
      if (from_lane(end, owner + half - 1) <= position) owner += half;
    owner = owner < 32 ? owner : 31;
    on[i] = position < total;
    at[i] = from_lane(mine.begin, owner) + position;
    from[i] = from_lane(mine.from, owner);
  }
  relaxer.relax(on, at, from);
}
}  // namespace detail

/// All arcs of the rows of the warp's lanes, fewer than 2^32, spread evenly. `relaxer` as for expand_row().
template <OffsetType O, class From, class Relaxer>
__device__ void expand_rows(Row<O, From> mine, Relaxer& relaxer) {
  const auto degree = static_cast<std::uint32_t>(mine.degree);
  const std::uint32_t end = prefix_sum(degree);
  const std::uint32_t total = from_lane(end, 31);
  mine.begin -= end - degree;  // may wrap around
  std::uint32_t first = 0;
  for (; first + 64 < total; first += 128) detail::expand_some<4>(mine, end, first, total, relaxer);
  for (; first < total; first += 32) detail::expand_some<1>(mine, end, first, total, relaxer);
}

}  // namespace wayfront::cuda
