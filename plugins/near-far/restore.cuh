// Distances of vertices outside of the core.
#pragma once

#include <cstdint>

#include "core.cuh"
#include "wayfront/cuda/cached.cuh"
#include "wayfront/cuda/relax.cuh"

namespace wayfront::near_far {

/// The distance of the i-th vertex that went, where those on the other side of its arcs have theirs; distance(v) is
/// what a vertex has so far.
template <WeightType W, class Distance>
__device__ cuda::KeyOf<W> restored(const CoreView<W>& core, std::uint64_t i, Vertex v, const Distance& distance) {
  using Key = cuda::KeyOf<W>;
  ArcWordOf<W> arcs[removed_slots];
#pragma unroll
  for (unsigned slot = 0; slot < removed_slots; ++slot) arcs[slot] = cuda::ldg(core.into + removed_slots * i + slot);
  Key key = distance(v);
#pragma unroll
  for (unsigned slot = 0; slot < removed_slots; ++slot) {
    const Vertex from = target_of(arcs[slot]);
    const Key seen = from == no_vertex ? cuda::unreached_key<W> : distance(from);
    const Key candidate = distance_behind<W>(seen, arcs[slot]);
    if (candidate < key) key = candidate;
  }
  return key;
}

}  // namespace wayfront::near_far
