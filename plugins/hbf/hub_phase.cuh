// The second phase of a round: the hubs that the first one queued, whose arcs all warps of the grid share.
#pragma once

#include <cstdint>

#include "parts.cuh"

namespace wayfront::hbf {

template <WeightType W, OffsetType O, class Labels>
__device__ void relax_hubs(const Parts<W, O, Labels>& parts, const cuda::Round<W>& round, cuda::Tally<W>& tally,
                           StageMemory& memory) {
  const State<W, O, Labels>& state = parts.state;
  auto walk = parts.walk(round.number, tally, memory);
  const std::uint32_t count = parts.hubs.count(round.number);
  for (std::uint64_t i = grid_warp(); i < count; i += grid_warps()) {
    const cuda::HubTile* const tile = parts.hubs.tiles + i;
    const Vertex hub = __ldcg(&tile->vertex);
    const std::uint32_t part = __ldcg(&tile->part);
    if (hub == no_vertex) continue;
    const auto taken = state.labels.take(hub, parts.epochs.of(round.number));
    if (taken.waits && state.defers) continue;
    const O begin = state.graph.offsets[hub];
    const Row<W, O> row{{hub, taken.key}, begin, state.graph.offsets[hub + 1] - begin};
    cuda::expand_row(HubQueue::Ref::part_of(row, part), walk);
  }
  walk.finish();
}

}  // namespace wayfront::hbf
