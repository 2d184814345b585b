// A round of hbf as the loop of rounds wants it: phases, of which the first has files of its own.
#pragma once

#include <cstdint>

#include "frontier_phase.cuh"
#include "parts.cuh"
#include "wayfront/cuda/rounds.cuh"

namespace wayfront::hbf {

/// The second phase: the hubs that the first one queued, whose arcs all warps of the grid share.
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

// The last two phases of a round with dedup = "lookup": they take the duplicates out of what was pushed. Every entry
// writes its position to its vertex's place in a table, one of them stays there, and that one is queued.

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

template <WeightType W, OffsetType O, class Labels, Way way>
struct Step {
  static constexpr int phases = Labels::may_use_lookup ? 4 : 2;
  static constexpr cuda::Kernels kernels = way == Way::device ? cuda::Kernels::rounds : cuda::Kernels::phases;
  using Shared = StageMemory;

  Parts<W, O, Labels> parts;

  WAYFRONT_HD bool runs(int phase) const {
    return phase == 0 || (phase == 1 ? parts.hubs.capacity != 0 : parts.lookup != nullptr);
  }

  template <int Phase>
  __device__ void run(const cuda::Round<W>& round, cuda::Tally<W>& tally, Shared& shared) const {
    if constexpr (Phase == 0) {
      relax_frontier<way>(parts, round, tally, shared);
    } else if constexpr (Phase == 1) {
      if constexpr (way != Way::children) relax_hubs(parts, round, tally, shared);  // children leave none
    } else if constexpr (Phase == 2) {
      note_positions(parts, round.number);
    } else {
      keep_noted(parts, round.number, tally, shared);
    }
  }
};

/// One round of the host's loop whose kernels launch others: in children.cu, because only that
/// needs device linking.
template <WeightType W, class Labels>
void run_round_with_children(cuda::RoundLoop<W>& loop, const Parts<W, std::uint32_t, Labels>& parts,
                             const cuda::LoopShape& shape, RunContext& context);

}  // namespace wayfront::hbf
