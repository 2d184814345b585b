// Relaxing the arcs out of settled vertices, with the arcs of a warp's vertices spread over its threads.
#pragma once

#include <cstdint>

#include "stage.cuh"
#include "wayfront/cuda/relax.cuh"
#include "wayfront/cuda/round_loop.cuh"

namespace wayfront::crauser {

using cuda::Key;

/// Arcs of a settled vertex that a lane has; `degree` 0 where it has none.
template <WeightType W, OffsetType O>
struct Row {
  O begin = 0;
  O degree = 0;
  W distance{};
};

/// One thread's part of a round. All members are called by whole warps.
template <WeightType W, OffsetType O>
class Relaxer {
 public:
  __device__ Relaxer(const CsrView<W, O>& graph, Key* distances, Stage& stage, cuda::Tally<W>& tally)
      : graph_(graph), distances_(distances), stage_(stage), tally_(tally) {}

  /// All arcs of the lanes' rows, fewer than 2^32, spread evenly.
  __device__ void relax_rows(Row<W, O> mine) {
    const auto degree = static_cast<std::uint32_t>(mine.degree);
    std::uint32_t end = degree;  // of this row among all
    for (unsigned distance = 1; distance != 32; distance *= 2) {
      const std::uint32_t below = __shfl_up_sync(full_warp, end, distance);
      if (lane_ >= distance) end += below;
    }
    const std::uint32_t total = __shfl_sync(full_warp, end, 31);
    mine.begin -= end - degree;  // so that position p of all is arc begin + p; may wrap around
    std::uint32_t first = 0;
    for (; first + 64 < total; first += 128) relax_spread<4>(mine, end, first, total);
    for (; first < total; first += 32) relax_spread<1>(mine, end, first, total);
  }

  /// One row, which all lanes hold.
  __device__ void relax_row(const Row<W, O>& row) {
    O first = 0;
    for (; first + 64 < row.degree; first += 128) {
      const O i = first + lane_;
      relax<4>({i < row.degree, i + 32 < row.degree, i + 64 < row.degree, i + 96 < row.degree},
               {row.begin + i, row.begin + i + 32, row.begin + i + 64, row.begin + i + 96},
               {row.distance, row.distance, row.distance, row.distance});
    }
    for (; first < row.degree; first += 32)
      relax<1>({first + lane_ < row.degree}, {row.begin + first + lane_}, {row.distance});
  }

 private:
  template <int B>
  __device__ void relax_spread(const Row<W, O>& mine, std::uint32_t end, std::uint32_t first, std::uint32_t total) {
    bool on[B];
    O at[B];
    W from[B];
#pragma unroll
    for (int i = 0; i < B; ++i) {
      const std::uint32_t position = first + 32 * static_cast<unsigned>(i) + lane_;
      unsigned owner = 0;  // how many rows end at or before the position
#pragma unroll
      for (unsigned half = 16; half != 0; half /= 2)
        if (__shfl_sync(full_warp, end, static_cast<int>(owner + half - 1)) <= position) owner += half;
      owner = owner < 32 ? owner : 31;
      on[i] = position < total;
      at[i] = __shfl_sync(full_warp, mine.begin, static_cast<int>(owner)) + position;
      from[i] = __shfl_sync(full_warp, mine.distance, static_cast<int>(owner));
    }
    relax<B>(on, at, from);
  }

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
        const Key key = cuda::key_of(extend(from[i], weights[i]));
        if (key < seen[i]) {
          const Key old = atomicMin(distances_ + targets[i], key);
          tally_.improved += key < old ? 1 : 0;
          reached = old == cuda::unreached_key<W>;  // seen by one thread alone, as `key` is less
        }
      }
      stage_.push(reached, targets[i]);
    }
  }

  const CsrView<W, O>& graph_;
  Key* const distances_;
  Stage& stage_;
  cuda::Tally<W>& tally_;
  const unsigned lane_ = threadIdx.x % 32;
};

}  // namespace wayfront::crauser
