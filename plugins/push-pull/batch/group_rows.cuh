// What becomes of the cells of a group: rows of distances in the caller's order, or reductions of them.
#pragma once

#include <cstdint>

#include "group.cuh"
#include "wayfront/cuda/row_reduction.cuh"

namespace wayfront::push_pull {

inline constexpr unsigned tile = 64;  // vertices whose cells a block turns round at once
inline constexpr unsigned tile_threads = 256;
inline constexpr unsigned sum_threads = 256;

/// Notes the farthest cell. All threads of whole warps.
__device__ inline void tell_farthest(GroupReport* report, std::uint32_t farthest) {
  farthest = __reduce_max_sync(cuda::full_warp, farthest);
  if (threadIdx.x % 32 == 0 && farthest > __ldcg(&report->farthest)) atomicMax(&report->farthest, farthest);
}

/// Row i of `answer`, of as many entries as vertices, has the distances from source i.
template <class Cells>
__global__ void __launch_bounds__(tile_threads) write_rows(const GroupTask<Cells> task, std::int32_t* answer) {
  using Cell = typename Cells::Cell;
  extern __shared__ __align__(16) unsigned char shared[];
  auto* const cells = reinterpret_cast<uint4*>(shared);
  const unsigned threads = task.row_threads();
  const unsigned pitch = threads * Cells::of_thread + 4 / sizeof(Cell);  // so that columns lie in different banks
  const std::uint32_t reachable = task.graph.numbering.reachable();
  const std::uint64_t vertices = task.graph.vertices;
  std::uint32_t farthest = 0;
  for (std::uint64_t first = std::uint64_t{blockIdx.x} * tile; first < vertices;
       first += std::uint64_t{gridDim.x} * tile) {
    for (unsigned i = threadIdx.x; i < tile * threads; i += tile_threads) {
      const std::uint64_t v = first + i / threads;
      const std::uint32_t number = v < vertices ? task.graph.numbers[v] : no_number;
      const uint4 own = number < reachable ? __ldcg(task.row(number) + i % threads) : Cells::splat(Cells::infinity);
      auto* const to = reinterpret_cast<std::uint32_t*>(reinterpret_cast<Cell*>(cells) + i / threads * pitch +
                                                        i % threads * Cells::of_thread);
      to[0] = own.x;
      to[1] = own.y;
      to[2] = own.z;
      to[3] = own.w;
    }
    __syncthreads();
    const auto count = static_cast<unsigned>(vertices - first < tile ? vertices - first : tile);
    for (unsigned i = threadIdx.x; i < task.sources * tile; i += tile_threads) {
      const unsigned lane = i / tile, k = i % tile;
      if (k >= count) continue;
      const std::uint32_t cell = reinterpret_cast<const Cell*>(cells)[k * pitch + lane];
      std::int32_t distance = unreached<std::int32_t>;
      if (cell != Cells::infinity) {
        farthest = max(farthest, cell);
        distance = static_cast<std::int32_t>(cell - task.lanes[lane].delay);
      }
      if (first + k == task.lanes[lane].source) distance = 0;
      __stcs(answer + lane * vertices + first + k, distance);
    }
    __syncthreads();
  }
  tell_farthest(task.report, farthest);
}
template <class Cells>
std::size_t tile_bytes(unsigned row_threads) {
  return tile * (row_threads * Cells::of_thread * sizeof(typename Cells::Cell) + 4);
}

/// What is added up of a lane.
struct LaneSums {
  unsigned long long reached, within, sum;
  double harmonic;
  std::uint32_t max;
};

/// Adds up each lane of the reachable vertices; `sums` are zero at first. Blocks of whole rows.
template <class Cells>
__global__ void __launch_bounds__(sum_threads)
    sum_lanes(const GroupTask<Cells> task, std::uint32_t within, LaneSums* sums) {
  constexpr unsigned of_word = 4 / sizeof(typename Cells::Cell);
  constexpr unsigned at_once = 8;
  __shared__ LaneSums shared[max_lanes];
  for (unsigned i = threadIdx.x; i < max_lanes; i += sum_threads) shared[i] = {};
  __syncthreads();
  const unsigned words = task.row_threads() * 4;
  const unsigned word = threadIdx.x % words;
  const std::uint64_t reachable = task.graph.numbering.reachable();
  const std::uint64_t step = std::uint64_t{gridDim.x} * (sum_threads / words);
  const auto* const cells = reinterpret_cast<const std::uint32_t*>(task.cells) + word;
  std::uint32_t delay[of_word], number[of_word];
  for (unsigned k = 0; k < of_word; ++k) {
    const unsigned lane = word * of_word + k;
    delay[k] = lane < task.sources ? task.lanes[lane].delay : 0;
    number[k] = lane < task.sources ? task.graph.numbers[task.lanes[lane].source] : no_number;
  }
  std::uint32_t farthest = 0;
  std::uint32_t reached[of_word] = {}, near[of_word] = {}, most[of_word] = {};
  unsigned long long sum[of_word] = {};
  double harmonic[of_word] = {};
  const auto add = [&](std::uint32_t value) {
#pragma unroll
    for (unsigned k = 0; k < of_word; ++k) {
      const std::uint32_t cell = of_word == 1 ? value : value >> 16 * k & 0xffff;
      if (cell == Cells::infinity) continue;
      const std::uint32_t distance = cell - delay[k];
      farthest = max(farthest, cell);
      ++reached[k];
      near[k] += distance <= within;
      most[k] = max(most[k], distance);
      sum[k] += distance;
      if (distance != 0) harmonic[k] += 1 / static_cast<double>(distance);
    }
  };
  std::uint64_t v = std::uint64_t{blockIdx.x} * (sum_threads / words) + threadIdx.x / words;
  for (; v + (at_once - 1) * step < reachable; v += at_once * step) {
    std::uint32_t values[at_once];
#pragma unroll
    for (unsigned i = 0; i < at_once; ++i) values[i] = __ldcs(cells + (v + i * step) * words);
#pragma unroll
    for (unsigned i = 0; i < at_once; ++i) add(values[i]);
  }
  for (; v < reachable; v += step) add(__ldcs(cells + v * words));
#pragma unroll
  for (unsigned k = 0; k < of_word; ++k) {
    const unsigned lane = word * of_word + k;
    if (lane >= task.sources) continue;
    if (number[k] >= reachable && blockIdx.x == 0 && threadIdx.x < words) {  // a source without a row
      ++reached[k];
      ++near[k];
    }
    atomicAdd(&shared[lane].reached, static_cast<unsigned long long>(reached[k]));
    atomicAdd(&shared[lane].within, static_cast<unsigned long long>(near[k]));
    atomicAdd(&shared[lane].sum, sum[k]);
    atomicAdd(&shared[lane].harmonic, harmonic[k]);
    atomicMax(&shared[lane].max, most[k]);
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < task.sources; i += sum_threads) {
    atomicAdd(&sums[i].reached, shared[i].reached);
    atomicAdd(&sums[i].within, shared[i].within);
    atomicAdd(&sums[i].sum, shared[i].sum);
    atomicAdd(&sums[i].harmonic, shared[i].harmonic);
    atomicMax(&sums[i].max, shared[i].max);
  }
  tell_farthest(task.report, farthest);
}

}  // namespace wayfront::push_pull
