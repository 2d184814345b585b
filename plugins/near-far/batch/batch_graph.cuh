// What searches of a batch go over: the heads of the whole graph, or its core with the vertices in another order. Those
// of the core come first, so that a search stays in a small part of its row; behind them the vertices that went, the
// last round first, so that their distances come out of one pass from front to back.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "../core.cuh"
#include "../packed_graph.cuh"
#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/cached.cuh"
#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/relax.cuh"
#include "wayfront/graph.hpp"

namespace wayfront::near_far {

inline constexpr unsigned graph_block = 256;
inline constexpr unsigned rows_at_once = 8;  // that share a load of an arc

/// A thread per slot.
template <WeightType W>
__global__ void __launch_bounds__(graph_block)
    renumber_rows(const ArcWordOf<W>* from, Vertex vertices, const Vertex* numbers, ArcWordOf<W>* to) {
  const std::uint64_t i = cuda::grid_thread();
  if (i >= std::uint64_t{core_slots} * vertices) return;
  ArcWordOf<W> arc = cuda::ldg(from + i);
  if (const Vertex target = target_of(arc); target != no_vertex) arc = arc_word<W>(numbers[target], weight_of<W>(arc));
  to[std::uint64_t{core_slots} * numbers[i / core_slots] + i % core_slots] = arc;
}

/// A thread per vertex that went: its arcs, each slot of all vertices side by side.
template <WeightType W>
__global__ void __launch_bounds__(graph_block)
    renumber_into(const CoreView<W> core, Vertex removed, Vertex core_vertices, const Vertex* numbers,
                  ArcWordOf<W>* to) {
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
__global__ void __launch_bounds__(graph_block)
    restore_round(const ArcWordOf<W>* into, Vertex removed, Vertex core_vertices, Vertex first, Vertex end,
                  Vertex vertices, cuda::KeyOf<W>* distances, std::uint32_t row_count) {
  using Key = cuda::KeyOf<W>;
  const std::uint64_t v = first + cuda::grid_thread();
  if (v >= end) return;
  const std::uint32_t row = blockIdx.y * rows_at_once;
  distances += std::uint64_t{row} * vertices;
  const std::uint32_t rest = row_count - row < rows_at_once ? row_count - row : rows_at_once;
  Key keys[rows_at_once];
#pragma unroll
  for (unsigned r = 0; r < rows_at_once; ++r)
    keys[r] = r < rest ? __ldcg(distances + std::uint64_t{r} * vertices + v) : Key{0};
  const ArcWordOf<W>* const arcs = into + (v - core_vertices);
  for (unsigned slot = 0; slot < removed_slots; ++slot) {
    const ArcWordOf<W> arc = cuda::ldg(arcs + std::uint64_t{slot} * removed);
    const Vertex from = target_of(arc);
    if (from == no_vertex) break;
    Key seen[rows_at_once];
#pragma unroll
    for (unsigned r = 0; r < rows_at_once; ++r)
      seen[r] = r < rest ? __ldcg(distances + std::uint64_t{r} * vertices + from) : Key{0};
#pragma unroll
    for (unsigned r = 0; r < rows_at_once; ++r) {
      const Key candidate = distance_behind<W>(seen[r], arc);
      if (candidate < keys[r]) keys[r] = candidate;
    }
  }
#pragma unroll
  for (unsigned r = 0; r < rows_at_once; ++r)
    if (r < rest) __stcg(distances + std::uint64_t{r} * vertices + v, keys[r]);
}

/// On the current device. The graph, and the core if there is one, must outlive it.
template <WeightType W>
class BatchGraph {
 public:
  static constexpr bool may_have_core = std::is_integral_v<W>;

  /// Waits.
  BatchGraph(const HeadedView<W, std::uint32_t>& whole, const CoreView<W>& core, cudaStream_t stream);

  bool has_core() const { return numbers_.size() != 0; }
  Vertex vertices() const { return whole_.vertices; }
  /// With a core: its vertices, which have the first numbers.
  Vertex core_vertices() const { return core_vertices_; }
  const ArcWordOf<W>* rows() const { return has_core() ? rows_.data() : whole_.heads; }
  const HeadedView<W, std::uint32_t>& whole() const { return whole_; }
  /// Null without a core: then each vertex has its own number.
  const Vertex* numbers() const { return numbers_.data(); }
  const Vertex* originals() const { return originals_.data(); }

  /// Gives the vertices that went their distances, in each of `rows` rows one after the other. Does not wait.
  void restore(cuda::KeyOf<W>* distances, std::uint32_t rows, cudaStream_t stream) const;

 private:
  struct Round {
    Vertex first, end;  // numbers
  };

  HeadedView<W, std::uint32_t> whole_;
  Vertex core_vertices_ = 0;
  std::vector<Round> rounds_;
  cuda::DeviceBuffer<Vertex> numbers_, originals_;
  cuda::DeviceBuffer<ArcWordOf<W>> rows_;
  cuda::DeviceBuffer<ArcWordOf<W>> into_;  // removed_slots times one for each vertex that went
};

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
    cuda::launch(renumber_rows<W>, {cuda::blocks_for(std::uint64_t{core_slots} * vertices, graph_block), graph_block},
                 stream, core.rows, vertices, numbers_on_device.data(), rows_.data());
    cuda::launch(renumber_into<W>, {cuda::blocks_for(removed, graph_block), graph_block}, stream, core, removed,
                 core_vertices_, numbers_on_device.data(), into_.data());
    WAYFRONT_CUDA(cudaStreamSynchronize(stream));
    numbers_ = std::move(numbers_on_device);
  }
}

template <WeightType W>
void BatchGraph<W>::restore(cuda::KeyOf<W>* distances, std::uint32_t rows, cudaStream_t stream) const {
  if constexpr (may_have_core) {
    const Vertex removed = vertices() - core_vertices_;
    for (const Round& round : rounds_) {
      const dim3 grid(cuda::blocks_for(round.end - round.first, graph_block), cuda::blocks_for(rows, rows_at_once));
      cuda::launch(restore_round<W>, {grid, graph_block}, stream, into_.data(), removed, core_vertices_, round.first,
                   round.end, vertices(), distances, rows);
    }
  }
}

}  // namespace wayfront::near_far
