#include "batch_graph.hpp"

#include <algorithm>

#include "wayfront/cuda/cached.cuh"
#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/relax.cuh"

namespace wayfront::near_far {
namespace {

constexpr unsigned block = 256;
constexpr unsigned rows_at_once = 8;  // that share a load of an arc

/// A thread per slot.
template <WeightType W>
__global__ void __launch_bounds__(block)
    renumber_rows(const ArcWordOf<W>* from, Vertex vertices, const Vertex* numbers, ArcWordOf<W>* to) {
  const std::uint64_t i = cuda::grid_thread();
  if (i >= std::uint64_t{core_slots} * vertices) return;
  ArcWordOf<W> arc = cuda::ldg(from + i);
  if (const Vertex target = target_of(arc); target != no_vertex) arc = arc_word<W>(numbers[target], weight_of<W>(arc));
  to[std::uint64_t{core_slots} * numbers[i / core_slots] + i % core_slots] = arc;
}

/// A thread per vertex that went: its arcs, each slot of all vertices side by side.
template <WeightType W>
__global__ void __launch_bounds__(block) renumber_into(const CoreView<W> core, Vertex removed, Vertex core_vertices,
                                                       const Vertex* numbers, ArcWordOf<W>* to) {
  const std::uint64_t i = cuda::grid_thread();
  if (i >= removed) return;
  const Vertex place = numbers[core.removed[i]] - core_vertices;
  for (unsigned slot = 0; slot < removed_slots; ++slot) {
    ArcWordOf<W> arc = core.into[removed_slots * i + slot];
    if (const Vertex from = target_of(arc); from != no_vertex) arc = arc_word<W>(numbers[from], weight_of<W>(arc));
    to[std::uint64_t{slot} * removed + place] = arc;
  }
}

/// A thread per vertex of a round and rows_at_once rows.
template <WeightType W>
__global__ void __launch_bounds__(block)
    restore_round(const ArcWordOf<W>* into, Vertex removed, Vertex core_vertices, Vertex first, Vertex end,
                  Vertex vertices, cuda::KeyOf<W>* distances, std::uint32_t rows) {
  using Key = cuda::KeyOf<W>;
  const std::uint64_t v = first + cuda::grid_thread();
  if (v >= end) return;
  const std::uint32_t row = blockIdx.y * rows_at_once;
  distances += std::uint64_t{row} * vertices;
  rows = rows - row < rows_at_once ? rows - row : rows_at_once;
  Key keys[rows_at_once];
#pragma unroll
  for (unsigned r = 0; r < rows_at_once; ++r)
    keys[r] = r < rows ? __ldcg(distances + std::uint64_t{r} * vertices + v) : Key{0};
  const ArcWordOf<W>* const arcs = into + (v - core_vertices);
  for (unsigned slot = 0; slot < removed_slots; ++slot) {
    const ArcWordOf<W> arc = cuda::ldg(arcs + std::uint64_t{slot} * removed);
    const Vertex from = target_of(arc);
    if (from == no_vertex) break;
    Key seen[rows_at_once];
#pragma unroll
    for (unsigned r = 0; r < rows_at_once; ++r)
      seen[r] = r < rows ? __ldcg(distances + std::uint64_t{r} * vertices + from) : Key{0};
#pragma unroll
    for (unsigned r = 0; r < rows_at_once; ++r) {
      const Key candidate = distance_behind<W>(seen[r], arc);
      if (candidate < keys[r]) keys[r] = candidate;
    }
  }
#pragma unroll
  for (unsigned r = 0; r < rows_at_once; ++r)
    if (r < rows) __stcg(distances + std::uint64_t{r} * vertices + v, keys[r]);
}

template <WeightType W>
void launch_renumber(const CoreView<W>& core, Vertex vertices, Vertex removed, const Vertex* numbers,
                     ArcWordOf<W>* rows, ArcWordOf<W>* into, cudaStream_t stream) {
  renumber_rows<W><<<cuda::blocks_for(std::uint64_t{core_slots} * vertices, block), block, 0, stream>>>(
      core.rows, vertices, numbers, rows);
  WAYFRONT_CUDA(cudaGetLastError());
  renumber_into<W>
      <<<cuda::blocks_for(removed, block), block, 0, stream>>>(core, removed, vertices - removed, numbers, into);
  WAYFRONT_CUDA(cudaGetLastError());
}

}  // namespace

template <WeightType W>
BatchGraph<W>::BatchGraph(const HeadedView<W, std::uint32_t>& whole, const CoreView<W>& core, cudaStream_t stream)
    : whole_(whole) {
  if constexpr (may_have_core) {
    const Vertex removed = core.rounds == 0 ? 0 : core.begins[core.rounds];
    if (removed == 0) return;
    const Vertex vertices = whole.vertices;
    std::vector<Vertex> places(vertices), numbers(vertices), originals(vertices);
    WAYFRONT_CUDA(
        cudaMemcpyAsync(places.data(), core.places, places.size() * sizeof(Vertex), cudaMemcpyDeviceToHost, stream));
    WAYFRONT_CUDA(cudaStreamSynchronize(stream));
    core_vertices_ = vertices - removed;
    // Where the next vertex of each round goes, and behind all rounds, of the core.
    std::vector<Vertex> next(core.rounds + 1);
    Vertex at = core_vertices_;
    for (std::uint32_t round = core.rounds; round-- != 0;) {
      next[round] = at;
      const Vertex size = core.begins[round + 1] - core.begins[round];
      if (size != 0) rounds_.push_back({at, at + size});
      at += size;
    }
    for (Vertex v = 0; v < vertices; ++v) {
      const auto round = static_cast<std::size_t>(
          std::upper_bound(core.begins + 1, core.begins + core.rounds + 1, places[v]) - (core.begins + 1));
      numbers[v] = next[round]++;
      originals[numbers[v]] = v;
    }
    rows_ = {std::uint64_t{core_slots} * vertices, "near-far: rows of the core for batches", stream};
    into_ = {std::uint64_t{removed_slots} * removed, "near-far: arcs out of the core for batches", stream};
    originals_ = {vertices, "near-far: numbers for batches", stream};
    cuda::DeviceBuffer<Vertex> numbers_on_device(vertices, "near-far: numbers for batches", stream);
    const auto upload = [stream](const cuda::DeviceBuffer<Vertex>& to, const std::vector<Vertex>& from) {
      WAYFRONT_CUDA(cudaMemcpyAsync(to.data(), from.data(), to.bytes(), cudaMemcpyHostToDevice, stream));
    };
    upload(numbers_on_device, numbers);
    upload(originals_, originals);
    launch_renumber(core, vertices, removed, numbers_on_device.data(), rows_.data(), into_.data(), stream);
    WAYFRONT_CUDA(cudaStreamSynchronize(stream));
    numbers_ = std::move(numbers_on_device);
  }
}

template <WeightType W>
void BatchGraph<W>::restore(cuda::KeyOf<W>* distances, std::uint32_t rows, cudaStream_t stream) const {
  if constexpr (may_have_core) {
    const Vertex removed = vertices() - core_vertices_;
    for (const Round& round : rounds_) {
      const dim3 grid(cuda::blocks_for(round.end - round.first, block), cuda::blocks_for(rows, rows_at_once));
      restore_round<W><<<grid, block, 0, stream>>>(into_.data(), removed, core_vertices_, round.first, round.end,
                                                   vertices(), distances, rows);
      WAYFRONT_CUDA(cudaGetLastError());
    }
  }
}

template class BatchGraph<std::int32_t>;
template class BatchGraph<float>;
template class BatchGraph<std::int64_t>;
template class BatchGraph<double>;

}  // namespace wayfront::near_far
