// The last two phases of a round with dedup = "lookup": they take the duplicates out of what was pushed. Every entry
// writes its position to its vertex's place in a table, one of them stays there, and that one is queued.
#pragma once

#include <cstdint>

#include "parts.cuh"

namespace wayfront::hbf {

/// What a round pushed with duplicates; its entries are complete where there are not more than the capacity.
template <WeightType W, OffsetType O, class Labels>
__device__ std::uint32_t pushed(const Parts<W, O, Labels>& parts, std::uint64_t round) {
  return __ldcg(parts.raw.tail_of(round + 1));
}

template <WeightType W, OffsetType O, class Labels>
__device__ void note_positions(const Parts<W, O, Labels>& parts, std::uint64_t round) {
  const std::uint32_t count = pushed(parts, round);
  if (count > parts.raw.capacity) return;
  const Vertex* const vertices = parts.raw.at(round).next;
  for (std::uint64_t i = cuda::grid_thread(); i < count; i += 32 * grid_warps())
    parts.lookup[__ldcg(vertices + i)] = static_cast<std::uint32_t>(i);
}

template <WeightType W, OffsetType O, class Labels>
__device__ void keep_noted(const Parts<W, O, Labels>& parts, std::uint64_t round, cuda::Tally<W>& tally,
                           StageMemory& memory) {
  const std::uint32_t count = pushed(parts, round);
  QueuePushes pushes(memory, parts.queue.at(round), parts.state.direct);
  if (count > parts.raw.capacity) {  // some are lost: the next round takes all vertices
    if (blockIdx.x == 0 && threadIdx.x == 0) tally.waiting += parts.queue.capacity + 1;
  } else {
    const Vertex* const vertices = parts.raw.at(round).next;
    for (std::uint64_t first = grid_warp() * 32; first < count; first += 32 * grid_warps()) {
      const std::uint64_t i = first + threadIdx.x % 32;
      const Vertex v = i < count ? __ldcg(vertices + i) : 0;
      const bool stays = i < count && __ldcg(parts.lookup + v) == i;
      tally.waiting += stays ? 1 : 0;
      pushes.push(stays, v);
    }
  }
  pushes.finish();
}

}  // namespace wayfront::hbf
