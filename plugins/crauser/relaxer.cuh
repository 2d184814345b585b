// Relaxing the arcs out of settled vertices, with the arcs of a warp's vertices spread over its threads.
#pragma once

#include <cstdint>

#include "lightest_arcs.cuh"
#include "wayfront/cuda/expand.cuh"
#include "wayfront/cuda/relax.cuh"
#include "wayfront/cuda/round_loop.cuh"
#include "wayfront/cuda/stage.cuh"

namespace wayfront::crauser {

using Stage = cuda::Stage<false>;  // the queue has room for every vertex, and gets each once

/// Arcs of a settled vertex that a lane has, and its distance; `degree` 0 where it has none.
template <WeightType W, OffsetType O>
using Row = cuda::Row<O, W>;

/// One thread's part of a round, for cuda::expand_row() and cuda::expand_rows(). Called by whole warps.
template <WeightType W, OffsetType O>
class Relaxer {
 public:
  __device__ Relaxer(const CsrView<W, O>& graph, Key* distances, Stage& stage, cuda::Tally<W>& tally)
      : graph_(graph), distances_(distances), stage_(stage), tally_(tally) {}

  /// Up to B arcs of a lane: their loads go out together. A vertex that is reached for the first time is queued.
  template <int B>
  __device__ void relax(const bool (&on)[B], const O (&at)[B], const W (&from)[B]) {
    Vertex targets[B];
    W weights[B];
#pragma unroll
    for (int i = 0; i < B; ++i) {
      targets[i] = 0;
      if (!on[i]) continue;
      targets[i] = __ldg(graph_.targets + at[i]);
      weights[i] = __ldg(graph_.weights + at[i]);
    }
    Key seen[B];
#pragma unroll
    for (int i = 0; i < B; ++i)
      if (on[i]) seen[i] = __ldcg(distances_ + targets[i]);
#pragma unroll
    for (int i = 0; i < B; ++i) {
      bool reached = false;
      if (on[i]) {
        ++tally_.relaxed;
        const Key key = cuda::key_of(saturating_add(from[i], weights[i]));
        if (key < seen[i]) {
          const Key old = atomicMin(distances_ + targets[i], key);
          tally_.improved += key < old ? 1 : 0;
          reached = old == cuda::unreached_key<W>;  // seen by one thread alone, as `key` is less
        }
      }
      stage_.push(reached, targets[i]);
    }
  }

 private:
  const CsrView<W, O>& graph_;
  Key* const distances_;
  Stage& stage_;
  cuda::Tally<W>& tally_;
};

}  // namespace wayfront::crauser
