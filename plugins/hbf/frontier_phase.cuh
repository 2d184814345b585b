// The first phase of a round: the vertices of the frontier, or all vertices where the queue has lost some.
#pragma once

#include <cstdint>
#include <type_traits>

#include "alone.cuh"
#include "parts.cuh"

namespace wayfront::hbf {

/// Launches a kernel for the arcs of one hub; false where the device takes no more of them. In children.cuh, for
/// sources that are compiled with -rdc=true.
template <WeightType W, OffsetType O, class Labels>
__device__ bool launch_child(const Parts<W, O, Labels>& parts, std::uint64_t round, const Row<W, O>& hub);

/// Graphs of 64-bit offsets have too many arcs for a round of few vertices to matter.
template <Way way, OffsetType O>
inline constexpr bool may_run_alone = way == Way::device&& std::is_same_v<O, std::uint32_t>;

template <Way way, WeightType W, OffsetType O, class Labels>
__device__ void relax_frontier(const Parts<W, O, Labels>& parts, const cuda::Round<W>& round, cuda::Tally<W>& tally,
                               StageMemory& memory) {
  if (blockIdx.x == 0 && threadIdx.x == 0) parts.clear_ahead(round.number);
  if constexpr (may_run_alone<way, O>) {
    if (round.active <= parts.alone) {
      if (blockIdx.x == 0) run_alone(parts, round, tally, memory);
      return;
    }
  }
  auto walk = parts.walk(round.number, tally, memory);
  const cuda::QueueRound taken = parts.queue.at(round.number);
  const bool lost = round.active > parts.queue.capacity;  // vertices, in the round before
  const std::uint64_t count = lost ? parts.state.graph.vertices : round.active;
  const unsigned size = parts.split.virtual_warp(count);
  const unsigned at_once = 32 / size;
  const std::uint64_t fair = (count + grid_warps() - 1) / grid_warps();
  const std::uint64_t share = fair < parts.split.workload ? fair : parts.split.workload;
  const std::uint64_t tile = share < at_once ? at_once : share / at_once * at_once;
  const unsigned lane = threadIdx.x % 32;
  for (std::uint64_t begin = grid_warp() * tile; begin < count; begin += grid_warps() * tile) {
    const std::uint64_t end = begin + tile < count ? begin + tile : count;
    for (std::uint64_t first = begin; first < end; first += at_once) {
      Row<W, O> row;
      if (lane < at_once && first + lane < end)
        row = walk.take(lost ? static_cast<Vertex>(first + lane)
                             : load(taken.now + first + lane, parts.state.frontier_cache));
      if constexpr (way == Way::children) {
        if (row.degree > parts.hubs.degree && launch_child(parts, round.number, row)) row.degree = 0;
      } else {
        parts.hubs.push_hubs(row.from.vertex, row.degree, round.number);
      }
      walk.relax_rows(row, parts.split.scan, size);
    }
  }
  walk.finish();
}

}  // namespace wayfront::hbf
