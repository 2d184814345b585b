// What a solve does before its first round and after its last one.
#pragma once

#include <cstdint>

#include "core.cuh"
#include "piles.cuh"
#include "walk.cuh"
#include "wayfront/cuda/cached.cuh"
#include "wayfront/cuda/grid_barrier.cuh"
#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/relax.cuh"

namespace wayfront::near_far {

/// By value. Its members are called by all threads of the grid.
template <WeightType W>
struct Ends {
  using Key = cuda::KeyOf<W>;
  Vertex source;
  W* answer;  // host memory that kernels can write to; null: the distances stay where they are
  CoreView<W> core;

  /// Empties all memory, and makes the source near in round 1.
  template <class State>
  __device__ void start(const State& state, const Piles<Key>& piles) const {
    const Vertex vertices = state.graph.vertices;
    for (std::uint64_t v = cuda::grid_thread(); v < vertices; v += threads()) {
      __stcg(state.distances + v, v == source ? Key{0} : cuda::unreached_key<W>);
      if (state.taken != nullptr) __stcg(state.taken + v, no_key<Key>);
    }
    const std::uint64_t i = cuda::grid_thread();
    if (i >= 3) return;
    *piles.counts_of(i) = {i == 1 ? 1U : 0U, 0, 0, no_key<Key>};
    *piles.far_tail(static_cast<std::uint32_t>(i)) = 0;
    if (state.hubs.capacity != 0) *state.hubs.tail(i) = 0;
    if (i == 0) *piles.near_of(1) = entry_of(source, Key{0});
  }

  /// The distances outside of the core, and then the answer.
  template <class State>
  __device__ void finish(const State& state, cuda::Meeting& meeting) const {
    for (std::uint32_t round = core.rounds; round-- != 0;) {
      restore(state.distances, core.begins[round], core.begins[round + 1]);
      meeting();
    }
    if (answer == nullptr) return;
    for (std::uint64_t v = cuda::grid_thread(); v < state.graph.vertices; v += threads())
      answer[v] = cuda::distance_of<W>(__ldcg(state.distances + v));
  }

 private:
  static __device__ std::uint64_t threads() { return std::uint64_t{gridDim.x} * blockDim.x; }

  /// Vertices that went in one round: those on the other side of their arcs have their distances.
  __device__ void restore(Key* distances, std::uint32_t begin, std::uint32_t end) const {
    using Bits = decltype(weight_bits(ArcWordOf<W>{}));
    for (std::uint64_t i = begin + cuda::grid_thread(); i < end; i += threads()) {
      const Vertex v = __ldg(core.removed + i);
      ArcWordOf<W> arcs[removed_slots];
#pragma unroll
      for (unsigned slot = 0; slot < removed_slots; ++slot) arcs[slot] = cuda::ldg(core.into + removed_slots * i + slot);
      Key key = __ldcg(distances + v);
#pragma unroll
      for (unsigned slot = 0; slot < removed_slots; ++slot) {
        if (target_of(arcs[slot]) == no_vertex) continue;
        const Bits sum = static_cast<Bits>(__ldcg(distances + target_of(arcs[slot]))) + weight_bits(arcs[slot]);
        if (sum < static_cast<Bits>(key)) key = static_cast<Key>(sum);
      }
      __stcg(distances + v, key);
    }
  }
};

}  // namespace wayfront::near_far
