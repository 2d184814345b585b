// Reductions of a tile's rows, where they stand on the device.
#pragma once

#include <cstdint>

#include "sweeper.hpp"
#include "wayfront/cuda/row_reduction.cuh"

namespace wayfront::separator_sweep_cuda {

/// A vertex beside its source, to which a way outside of the tables may be shorter (Departure::near).
template <WeightType W>
struct NearEntry {
  std::uint32_t lane;
  Vertex vertex;
  Magnitude<W> distance;
};

inline constexpr unsigned row_pieces = 4;  // blocks of a row: with 64 rows enough for every multiprocessor
inline constexpr unsigned sum_threads = 512;

/// A thread for each entry; no two have the same lane and vertex.
template <WeightType W>
__global__ void lower_near(Magnitude<W>* rows, std::uint64_t pitch, const NearEntry<W>* near, std::uint32_t count) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const NearEntry<W> it = near[i];
  Magnitude<W>& distance = rows[it.lane * pitch + it.vertex];
  if (it.distance < distance) distance = it.distance;
}

/// A row of blocks for each lane: block x leaves what it has of row y in sums[y * row_pieces + x].
template <WeightType W>
__global__ void __launch_bounds__(sum_threads)
    sum_rows(const Magnitude<W>* rows, std::uint64_t pitch, std::uint32_t vertices, cuda::RowLimits<W> limits,
             Reduction<W>* sums) {
  __shared__ cuda::RowReductionMemory<W> memory;
  const Magnitude<W>* const distances = rows + blockIdx.y * pitch;
  const auto row = [distances](Vertex v) { return static_cast<W>(distances[v]); };
  const auto cut = [vertices](unsigned piece) {
    return static_cast<Vertex>(std::uint64_t{vertices} * piece / row_pieces);
  };
  const Reduction<W> sum = cuda::reduce_row<W>(row, cut(blockIdx.x), cut(blockIdx.x + 1), limits, memory);
  if (threadIdx.x == 0) sums[blockIdx.y * row_pieces + blockIdx.x] = sum;
}

}  // namespace wayfront::separator_sweep_cuda
