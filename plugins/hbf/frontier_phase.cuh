// The first phase of a round: the vertices of the frontier, or all vertices where the queue has lost some.
#pragma once

#include <cstdint>
#include <type_traits>

#include "parts.cuh"

namespace wayfront::hbf {

// Rounds of few vertices, which one block runs without the others.

inline constexpr unsigned max_alone = 64;  // such rounds in a row

/// What is left in the block's list goes to the queue; vertices that found no room in the list are there already.
template <WeightType W, OffsetType O, class Labels>
__device__ void hand_back(const Parts<W, O, Labels>& parts, const LocalList& list, std::uint32_t count,
                          const cuda::QueueRound& out, cuda::Tally<W>& tally, StageMemory& memory) {
  if (count == 0) return;
  const std::uint32_t held = count < LocalList::room ? count : LocalList::room;
  if (threadIdx.x == 0) {
    memory.counts[2] = atomicAdd(out.tail, held);
    tally.waiting += count;
  }
  __syncthreads();
  for (std::uint32_t i = threadIdx.x; i < held; i += blockDim.x)
    if (memory.counts[2] + i < out.capacity) out.next[memory.counts[2] + i] = list.items[i];
}

/// By the whole block. A round costs a barrier of its threads instead of one of the grid, and what it pushes stays in
/// shared memory. Ends when nothing is left, or too much, or other blocks should hear of it.
template <WeightType W, OffsetType O, class Labels>
__device__ void run_alone(const Parts<W, O, Labels>& parts, const cuda::Round<W>& round, cuda::Tally<W>& tally,
                          StageMemory& memory) {
  const cuda::QueueRound out = parts.queue.at(round.number);
  const unsigned block_warps = blockDim.x / 32, lane = threadIdx.x % 32;
  auto count = static_cast<std::uint32_t>(round.active);
  for (unsigned done = 0;;) {
    const LocalList now = LocalList::of(memory, done + 1), next = LocalList::of(memory, done);
    if (threadIdx.x == 0) *next.count = 0;
    __syncthreads();
    Walk<W, O, Labels, ListPushes> walk(parts.state, parts.epochs.of(round.number) + done,
                                        round.number == 1 && done == 0, false, tally, ListPushes(next, out));
    const unsigned size = parts.split.virtual_warp(count, blockDim.x);
    const unsigned at_once = 32 / size;
    for (std::uint32_t first = threadIdx.x / 32 * at_once; first < count; first += block_warps * at_once) {
      Row<W, O> row;
      if (lane < at_once && first + lane < count)
        row = walk.take(done == 0 ? load(out.now + first + lane, parts.state.frontier_cache) : now.items[first + lane]);
      walk.relax_rows(row, parts.split.scan, size);
    }
    __syncthreads();
    count = *next.count;
    ++done;
    if (count != 0 && count <= parts.alone && done < max_alone) continue;
    hand_back(parts, next, count, out, tally, memory);
    if (threadIdx.x == 0) *parts.more += done - 1;
    return;
  }
}

/// Launches a kernel for the arcs of one hub; false where the device takes no more of them. In children.cu, for
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
