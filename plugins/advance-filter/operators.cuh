// The operators: advance, filter and split.
#pragma once

#include <cstdint>

#include "wayfront/cuda/expand_block.cuh"
#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/queue_frontier.cuh"
#include "wayfront/cuda/relax.cuh"

namespace wayfront::advance_filter {

/// What operators count in device memory. The last block of each operator gives all of it to the host.
template <WeightType W>
struct Counts {
  std::uint32_t length;       // entries that this operator wrote, or left; 0 again when the next one begins
  std::uint32_t ended;        // blocks
  std::uint32_t far[2];       // entries of the far pile, and of the one that it is split into, in turn
  cuda::KeyOf<W> min_far[2];  // the smallest distance that was put there
  unsigned long long settled, relaxed, improved;  // so far
};

/// A list that threads push to: its array and the word that counts it.
__device__ inline cuda::QueueRound list_to(Vertex* items, std::uint32_t* count, std::uint32_t capacity) {
  return {nullptr, items, count, capacity};
}

/// The end of an operator: by whole blocks. `host` is page-locked memory; `emptied`: the far pile that was split, or -1.
template <WeightType W>
__device__ void give_to_host(Counts<W>* counts, Counts<W>* host, int emptied) {
  __threadfence();
  __syncthreads();
  if (threadIdx.x != 0 || atomicAdd(&counts->ended, 1U) + 1 != gridDim.x) return;
  __threadfence();
  if (emptied >= 0) {
    counts->far[emptied] = 0;
    counts->min_far[emptied] = cuda::unreached_key<W>;
  }
  const auto* const from = reinterpret_cast<const std::uint32_t*>(counts);
  for (unsigned i = 0; i < sizeof(Counts<W>) / 4; ++i) reinterpret_cast<std::uint32_t*>(host)[i] = __ldcg(from + i);
  counts->length = counts->ended = 0;
  __threadfence_system();
}

template <WeightType W, OffsetType O>
struct AdvanceRelaxer {
  const CsrView<W, O>& graph;
  cuda::KeyOf<W>* distances;
  cuda::QueueRound out;
  unsigned relaxed = 0, improved = 0;

  template <int Arcs>
  __device__ void relax(const bool (&on)[Arcs], const O (&at)[Arcs], const W (&from)[Arcs]) {
    for (int i = 0; i < Arcs; ++i) {
      if (!on[i]) continue;
      ++relaxed;
      const Vertex v = graph.targets[at[i]];
      if (!cuda::relax(distances, v, saturating_add(from[i], graph.weights[at[i]]))) continue;
      ++improved;
      out.push(v);
    }
  }
};

/// Relaxes the arcs out of `in`, in which entries may be no_vertex, and pushes what improves, as often as it does.
template <WeightType W, OffsetType O>
__global__ void __launch_bounds__(1024)
    advance(CsrView<W, O> graph, cuda::KeyOf<W>* distances, const Vertex* in, std::uint32_t count, Vertex* out,
            std::uint32_t capacity, Counts<W>* counts, Counts<W>* host, bool tells) {
  __shared__ cuda::BlockRow<O, W> shared;
  AdvanceRelaxer<W, O> relaxer{graph, distances, list_to(out, &counts->length, capacity)};
  unsigned settled = 0;
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t first = std::uint64_t{blockIdx.x} * blockDim.x; first < count; first += step) {
    cuda::Row<O, W> row;
    const Vertex u = first + threadIdx.x < count ? in[first + threadIdx.x] : no_vertex;
    if (u != no_vertex) {
      row.from = cuda::fresh_distance<W>(distances, u);
      row.begin = graph.begin(u);
      row.degree = graph.degree(u);
      ++settled;
    }
    cuda::expand_block(row, relaxer, shared);
  }
  if (tells) {
    settled = __reduce_add_sync(cuda::full_warp, settled);
    const unsigned relaxed = __reduce_add_sync(cuda::full_warp, relaxer.relaxed);
    const unsigned improved = __reduce_add_sync(cuda::full_warp, relaxer.improved);
    if (threadIdx.x % 32 == 0 && relaxed != 0) {
      atomicAdd(&counts->relaxed, static_cast<unsigned long long>(relaxed));
      atomicAdd(&counts->improved, static_cast<unsigned long long>(improved));
    }
    if (threadIdx.x % 32 == 0 && settled != 0) atomicAdd(&counts->settled, static_cast<unsigned long long>(settled));
  }
  give_to_host(counts, host, -1);
}

/// Leaves each vertex of the frontier once. `kept` is null: the others become no_vertex where they are; else what is
/// left goes to `kept`. `taken`: the number of the round that last took each vertex.
template <WeightType W>
__global__ void filter(Vertex* frontier, std::uint32_t count, Vertex* kept, std::uint32_t* taken, std::uint32_t round,
                       Counts<W>* counts, Counts<W>* host) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = cuda::grid_thread(); i < count; i += step) {
    const Vertex v = frontier[i];
    if (atomicExch(taken + v, round) == round) {
      if (kept == nullptr) frontier[i] = no_vertex;
    } else if (kept == nullptr) {
      list_to(nullptr, &counts->length, 0).push(v);  // counts it, and has no place for it
    } else {
      list_to(kept, &counts->length, ~std::uint32_t{0}).push(v);
    }
  }
  give_to_host(counts, host, -1);
}

/// Puts what lies up to `limit` into `near`, and the rest, where it is not there yet, on the far pile.
template <WeightType W>
struct Split {
  const cuda::KeyOf<W>* distances;
  Vertex* near;
  Vertex* far;
  std::uint32_t* on_far;  // by vertex: whether it is on the far pile
  cuda::KeyOf<W> limit;
  cuda::KeyOf<W> finished;  // what lies up to it is done; with a far pile alone
  Counts<W>* counts;
  Counts<W>* host;
  unsigned pile;  // the far pile that is written: 0 or 1

  __device__ void keep(Vertex v) const { list_to(near, &counts->length, ~std::uint32_t{0}).push(v); }
  __device__ void put_off(Vertex v, cuda::KeyOf<W> key) const {
    atomicMin(counts->min_far + pile, key);
    if (atomicExch(on_far + v, 1U) == 0) list_to(far, counts->far + pile, ~std::uint32_t{0}).push(v);
  }
};

/// Of a frontier that the filter left.
template <WeightType W>
__global__ void split_frontier(const Vertex* frontier, std::uint32_t count, Split<W> split) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = cuda::grid_thread(); i < count; i += step) {
    const Vertex v = frontier[i];
    if (v == no_vertex) continue;
    const cuda::KeyOf<W> key = __ldcg(split.distances + v);
    if (key <= split.limit)
      split.keep(v);
    else
      split.put_off(v, key);
  }
  give_to_host(split.counts, split.host, -1);
}

/// Of the far pile, into another one. What fell below the limits of earlier rounds was in their frontiers.
template <WeightType W>
__global__ void split_far(const Vertex* far, std::uint32_t count, Split<W> split) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = cuda::grid_thread(); i < count; i += step) {
    const Vertex v = far[i];
    const cuda::KeyOf<W> key = __ldcg(split.distances + v);
    split.on_far[v] = 0;  // it is in the pile once: nobody else looks at its flag
    if (key > split.limit)
      split.put_off(v, key);
    else if (key > split.finished)
      split.keep(v);
  }
  give_to_host(split.counts, split.host, static_cast<int>(1 - split.pile));
}

}  // namespace wayfront::advance_filter
