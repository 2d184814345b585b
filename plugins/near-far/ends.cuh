// What a solve does before its first round and after its last one.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core.cuh"
#include "piles.cuh"
#include "restore.cuh"
#include "walk.cuh"
#include "wayfront/cuda/grid_barrier.cuh"
#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/relax.cuh"

namespace wayfront::near_far {

/// By value. Its members are called by all threads of the grid.
template <WeightType W>
struct Ends {
  using Key = cuda::KeyOf<W>;
  static constexpr unsigned quad = 4;  // distances that a thread writes at once
  static constexpr std::size_t alignment = quad * sizeof(Key);
  Vertex source;
  W* answer;  // host memory that kernels can write to, aligned; null: the distances stay where they are
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

  /// The distances outside of the core, and the answer.
  template <class State>
  __device__ void finish(const State& state, cuda::Meeting& meeting) const {
    const auto distance = [&](Vertex v) { return __ldcg(state.distances + v); };
    for (std::uint32_t round = core.rounds; round-- > 1;) {
      for (std::uint64_t i = core.begins[round] + cuda::grid_thread(); i < core.begins[round + 1]; i += threads()) {
        const Vertex v = __ldg(core.removed + i);
        __stcg(state.distances + v, restored(core, i, v, distance));
      }
      meeting();
    }
    if (core.rounds == 0 && answer == nullptr) return;
    const std::uint64_t quads = state.graph.vertices / quad;
    for (std::uint64_t i = cuda::grid_thread(); i < quads; i += threads()) {
      alignas(alignment) Key keys[quad];
#pragma unroll
      for (unsigned k = 0; k < quad; ++k) keys[k] = final_key(state.distances, static_cast<Vertex>(quad * i + k));
      using Words = std::conditional_t<sizeof(Key) == 4, uint4, ulonglong4>;
      Key* const to = answer == nullptr ? state.distances : reinterpret_cast<Key*>(answer);
      *reinterpret_cast<Words*>(to + quad * i) = *reinterpret_cast<const Words*>(keys);
    }
    if (const std::uint64_t v = quad * quads + cuda::grid_thread(); v < state.graph.vertices)
      (answer == nullptr ? state.distances : reinterpret_cast<Key*>(answer))[v] =
          final_key(state.distances, static_cast<Vertex>(v));
  }

 private:
  static __device__ std::uint64_t threads() { return std::uint64_t{gridDim.x} * blockDim.x; }

  /// The vertices that went first are left to the answer, for which each vertex is looked at anyway. No distance is
  /// negative, so that keys are as the distances are.
  __device__ Key final_key(const Key* distances, Vertex v) const {
    if (core.rounds != 0)
      if (const std::uint32_t place = __ldg(core.places + v); place < core.begins[1])
        return restored(core, place, v, [distances](Vertex u) { return __ldcg(distances + u); });
    return __ldcg(distances + v);
  }
};

}  // namespace wayfront::near_far
