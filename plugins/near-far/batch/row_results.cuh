// What becomes of rows of keys on the device: reductions, checked where they stand if that is wanted.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "row_check.cuh"
#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/cached.cuh"
#include "wayfront/cuda/device.hpp"
#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/relax.cuh"
#include "wayfront/cuda/row_reduction.cuh"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::near_far {

/// Words of 32 vertices.
inline std::uint64_t words_of(Vertex vertices) { return (std::uint64_t{vertices} + 31) / 32; }

inline constexpr unsigned reducing_block = 1024;
inline constexpr unsigned writing_block = 256;  // fits beside a search

/// A row of keys; `numbers` are the places of the vertices, null: their own numbers.
template <WeightType W>
struct RowOfKeys {
  const cuda::KeyOf<W>* keys;
  const Vertex* numbers;
  __device__ W operator()(Vertex v) const {
    return cuda::distance_of<W>(__ldcg(keys + (numbers == nullptr ? v : __ldg(numbers + v))));
  }
};

/// A row for each blockIdx.y. A warp writes whole lines of 128 bytes, wherever a row begins.
template <WeightType W>
__global__ void __launch_bounds__(writing_block)
    write_each(const cuda::KeyOf<W>* keys, const Vertex* numbers, Vertex vertices, W* answers) {
  constexpr unsigned line = 128 / sizeof(W);
  const RowOfKeys<W> row{keys + std::uint64_t{blockIdx.y} * vertices, numbers};
  W* const answer = answers + std::uint64_t{blockIdx.y} * vertices;
  const std::uint64_t before = reinterpret_cast<std::uintptr_t>(answer) / sizeof(W) % line;
  for (std::uint64_t i = cuda::grid_thread(); i < before + vertices; i += std::uint64_t{gridDim.x} * blockDim.x)
    if (i >= before) answer[i - before] = row(static_cast<Vertex>(i - before));
}

/// A row for each blockIdx.y.
template <WeightType W>
__global__ void __launch_bounds__(writing_block)
    gather_each(const cuda::KeyOf<W>* keys, const Vertex* numbers, Vertex vertices, const Vertex* targets,
                std::uint64_t count, W* answers) {
  const RowOfKeys<W> row{keys + std::uint64_t{blockIdx.y} * vertices, numbers};
  W* const answer = answers + blockIdx.y * count;
  for (std::uint64_t i = cuda::grid_thread(); i < count; i += std::uint64_t{gridDim.x} * blockDim.x)
    answer[i] = row(__ldg(targets + i));
}

template <WeightType W, OffsetType O>
__global__ void __launch_bounds__(reducing_block)
    reduce_each(const cuda::KeyOf<W>* keys, const Vertex* numbers, const CsrView<W, O> graph, const Vertex* sources,
                const cuda::RowLimits<W> limits, std::uint32_t* proved, const volatile std::uint32_t* stop,
                Reduction<W>* results) {
  __shared__ cuda::RowReductionMemory<W> memory;
  __shared__ cuda::RowCheckMemory check_memory;
  const cuda::KeyOf<W>* const mine = keys + std::uint64_t{blockIdx.x} * graph.vertices;
  // Sums do not depend on the order of the vertices.
  Reduction<W> result = cuda::reduce_row(RowOfKeys<W>{mine, nullptr}, 0, graph.vertices, limits, memory);
  if (proved != nullptr) {
    const std::uint64_t words = (std::uint64_t{graph.vertices} + 31) / 32;
    result.faults = cuda::check_row(graph, sources[blockIdx.x], RowOfKeys<W>{mine, numbers}, limits,
                                    proved + words * blockIdx.x, check_memory, stop);
  }
  if (threadIdx.x == 0) results[blockIdx.x] = result;
}

/// Each block a part of the same row.
template <WeightType W>
__global__ void __launch_bounds__(reducing_block)
    reduce_parts(const cuda::KeyOf<W>* keys, Vertex vertices, const cuda::RowLimits<W> limits, Reduction<W>* parts) {
  __shared__ cuda::RowReductionMemory<W> memory;
  const auto bound = [vertices](std::uint64_t part) { return static_cast<Vertex>(part * vertices / gridDim.x); };
  const Reduction<W> part = cuda::reduce_row(RowOfKeys<W>{keys, nullptr}, bound(blockIdx.x),
                                             bound(std::uint64_t{blockIdx.x} + 1), limits, memory);
  if (threadIdx.x == 0) parts[blockIdx.x] = part;
}

/// Of a check by all blocks.
struct CheckSums {
  unsigned long long faults, unproved;
  std::uint32_t level, falling, spread;
};
enum class CheckPart : std::uint8_t { start, judge, spread, count };

template <WeightType W, OffsetType O>
__global__ void __launch_bounds__(reducing_block)
    check_part(CheckPart part, const cuda::KeyOf<W>* keys, const CsrView<W, O> graph, Vertex source,
               const cuda::RowLimits<W> limits, std::uint32_t* proved, CheckSums* sums) {
  const RowOfKeys<W> row{keys, nullptr};
  const cuda::RowCheck<W, O, RowOfKeys<W>> check(graph, source, row, limits, proved);
  const std::uint64_t warp = cuda::grid_thread() / 32, warps = std::uint64_t{gridDim.x} * (blockDim.x / 32);
  switch (part) {
    case CheckPart::start:
      check.start(warp, warps);
      break;
    case CheckPart::judge: {
      const auto judged = check.judge(warp, warps);
      if (judged.faults != 0) atomicAdd(&sums->faults, static_cast<unsigned long long>(judged.faults));
      if (judged.level) sums->level = 1;
      if (judged.falling) sums->falling = 1;
      break;
    }
    case CheckPart::spread:
      if (check.spread(warp, warps)) sums->spread = 1;
      break;
    case CheckPart::count:
      const std::uint64_t unproved = check.unproved(warp, warps);
      if (unproved != 0) atomicAdd(&sums->unproved, static_cast<unsigned long long>(unproved));
      break;
  }
}

inline unsigned reducing_blocks_for(Vertex vertices, RunContext& context) {
  return cuda::blocks_for(vertices, reducing_block, 2 * cuda::multiprocessors(context.device()));
}

template <WeightType W, OffsetType O>
class CheckAlone {
 public:
  CheckAlone(const CsrView<W, O>& graph, const cuda::KeyOf<W>* keys, Vertex source, const cuda::RowLimits<W>& limits,
             RunContext& context, cudaStream_t stream)
      : graph_(graph),
        keys_(keys),
        source_(source),
        limits_(limits),
        context_(context),
        stream_(stream),
        proved_(words_of(graph.vertices), "near-far: vertices that are proved", stream),
        sums_(1, "near-far: faults", stream) {}

  std::uint64_t faults() {
    sums_.fill_bytes(0, stream_);
    run(CheckPart::start);
    run(CheckPart::judge);
    const CheckSums judged = sums();
    bool ended = true;
    if (judged.level != 0 && judged.faults == 0) {
      ended = false;
      for (unsigned pass = 0; pass < cuda::max_spread_passes && !ended; ++pass) {
        context_.throw_if_cancelled();
        sums_.fill_bytes(0, stream_);
        run(CheckPart::spread);
        ended = sums().spread == 0;
      }
      sums_.fill_bytes(0, stream_);
    }
    run(CheckPart::count);
    const std::uint64_t unproved = sums().unproved;
    if (judged.faults == 0 && unproved != 0 && (!ended || judged.falling != 0)) return Reduction<W>::not_checked;
    return judged.faults + unproved;
  }

 private:
  void run(CheckPart part) const {
    cuda::launch(check_part<W, O>, {reducing_blocks_for(graph_.vertices, context_), reducing_block}, stream_, part,
                 keys_, graph_, source_, limits_, proved_.data(), sums_.data());
  }
  CheckSums sums() const { return sums_.read(stream_)[0]; }

  const CsrView<W, O>& graph_;
  const cuda::KeyOf<W>* keys_;
  Vertex source_;
  const cuda::RowLimits<W>& limits_;
  RunContext& context_;
  cudaStream_t stream_;
  cuda::DeviceBuffer<std::uint32_t> proved_;
  cuda::DeviceBuffer<CheckSums> sums_;
};

/// Rows one behind the other, by a block each. `graph` is on the device, and so are `sources`. With `numbers`, these are
/// the vertices' places in a row. `proved` is null where nothing is checked, else words_of() the vertices for each row;
/// checks end early where the host makes *stop other than 0. Does not wait.
template <WeightType W, OffsetType O>
void reduce_rows(const CsrView<W, O>& graph, const cuda::KeyOf<W>* keys, std::uint32_t row_count, const Vertex* numbers,
                 const Vertex* sources, const cuda::RowLimits<W>& limits, std::uint32_t* proved,
                 const std::uint32_t* stop, Reduction<W>* results, cudaStream_t stream) {
  cuda::launch(reduce_each<W, O>, {row_count, reducing_block}, stream, keys, numbers, graph, sources, limits, proved,
               stop, results);
}

/// A row by all blocks of the device. Waits.
template <WeightType W, OffsetType O>
Reduction<W> reduce_alone(const CsrView<W, O>& graph, const cuda::KeyOf<W>* keys, const Problem& problem,
                          RunContext& context, cudaStream_t stream) {
  const auto limits = cuda::RowLimits<W>::of(problem);
  const unsigned blocks = reducing_blocks_for(graph.vertices, context);
  const cuda::DeviceBuffer<Reduction<W>> parts(blocks, "near-far: reductions", stream);
  parts.fill_bytes(0, stream);  // with the padding of Reduction, which is copied, too
  cuda::launch(reduce_parts<W>, {blocks, reducing_block}, stream, keys, graph.vertices, limits, parts.data());
  Reduction<W> result;
  for (const Reduction<W>& part : parts.read(stream)) cuda::add_reduction(result, part);
  if (problem.more.check)
    result.faults = CheckAlone<W, O>(graph, keys, problem.source, limits, context, stream).faults();
  return result;
}

/// Rows of keys one behind the other as the rows of an answer, in the order of the vertices; the answer may lie in memory
/// of the host's that kernels reach. Does not wait.
template <WeightType W>
void write_answers(const cuda::KeyOf<W>* keys, std::uint32_t row_count, const Vertex* numbers, Vertex vertices,
                   W* answers, cudaStream_t stream) {
  const dim3 grid(cuda::blocks_for(vertices, 8 * writing_block, 64), row_count);
  cuda::launch(write_each<W>, {grid, writing_block}, stream, keys, numbers, vertices, answers);
}

/// The distances of `count` targets alone out of rows of keys, for each row one behind the other. `targets` are on the
/// device; the rest is as for write_answers().
template <WeightType W>
void gather_targets(const cuda::KeyOf<W>* keys, std::uint32_t row_count, const Vertex* numbers, Vertex vertices,
                    const Vertex* targets, std::uint64_t count, W* answers, cudaStream_t stream) {
  const dim3 grid(cuda::blocks_for(count, 4 * writing_block, 64), row_count);
  cuda::launch(gather_each<W>, {grid, writing_block}, stream, keys, numbers, vertices, targets, count, answers);
}

}  // namespace wayfront::near_far
