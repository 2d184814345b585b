// A round of hbf as the loop of rounds wants it: phases, of which each has a file of its own.
#pragma once

#include "frontier_phase.cuh"
#include "hub_phase.cuh"
#include "lookup_phases.cuh"
#include "wayfront/cuda/rounds.cuh"

namespace wayfront::hbf {

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

}  // namespace wayfront::hbf
