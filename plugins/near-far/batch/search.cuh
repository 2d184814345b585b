// A source per block: the near pile in the block's shared memory, the far pile in device memory. A block alone takes
// longer than the grid does, but hundreds of them wait for their memory at the same time. Where the distances in the
// core fit into a block's shared memory, too, a multiprocessor has one block, which waits less.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "../packed_graph.cuh"
#include "../piles.cuh"
#include "wayfront/cuda/cached.cuh"
#include "wayfront/cuda/expand.cuh"
#include "wayfront/cuda/relax.cuh"
#include "wayfront/cuda/warp.cuh"
#include "wayfront/distance.hpp"

namespace wayfront::near_far {

/// What the searches of a launch share, by value. Vertices have the numbers of `rows`.
template <WeightType W>
struct SearchTask {
  using Key = cuda::KeyOf<W>;
  Vertex vertices;
  Vertex near_vertices;      // the first ones, whose distances are in shared memory, where the search has them there
  const ArcWordOf<W>* rows;  // heads, and where they end in more_arcs(), the rest of a row:
  const std::uint32_t* offsets;  // by the graph's own numbers
  const ArcWordOf<W>* arcs;      // likewise
  const Vertex* numbers;         // of the graph's vertices in `rows`; null: the same
  const Vertex* originals;       // the other way
  const Vertex* sources;         // of each block, in the graph's own numbers
  Key* distances;                // `vertices` of each block
  Entry<Key>* far;               // two arrays of each block
  std::uint32_t far_capacity;
  W delta;
  W cap;                               // distances above it are not wanted
  std::uint32_t* gave_up;              // of each block: its far pile was too small
  unsigned long long* work;            // hops, settled, relaxed, improved
  const volatile std::uint32_t* stop;  // of the host
};

/// A block's shared memory.
template <class Key>
struct SearchMemory {
  static constexpr unsigned room = sizeof(Key) == 4 ? 1024 : 512;  // vertices in a list
  Entry<Key> near[2 * room];                                       // two lists, used in turn
  std::uint32_t counts[3];  // of this hop's list, the next one's, and the one after it; those without room, too
  std::uint32_t far_counts[2];
  Key nearest;            // in the far pile
  std::uint32_t ends[2];  // what this hop goes by, and what it says for the next one; in turn
};

/// `Slots` of a head, of which `Threads` are looked at together. `InShared`: the distances of the first vertices are in
/// shared memory.
template <WeightType W, unsigned Slots, unsigned Threads, bool InShared>
class Search {
  using Key = cuda::KeyOf<W>;
  using Entry = near_far::Entry<Key>;
  using Memory = SearchMemory<Key>;
  using ArcWord = ArcWordOf<W>;
  static_assert(Slots % Threads == 0 && 32 % Threads == 0);

 public:
  __device__ Search(const SearchTask<W>& task, Memory& memory, Key* near_distances)
      : task_(task),
        memory_(memory),
        near_distances_(near_distances),
        distances_(task.distances + std::uint64_t{blockIdx.x} * task.vertices),
        far_(task.far + 2 * std::uint64_t{blockIdx.x} * task.far_capacity) {}

  __device__ void run() {
    start();
    W limit = capped(task_.delta);
    for (;;) {
      limit_ = cuda::key_of(limit);
      if (!hops()) break;
      const std::uint32_t waiting = memory_.far_counts[far_now_];
      if (waiting == 0) break;
      limit = capped(saturating_add(limit, task_.delta));
      const Key nearest = split(waiting, cuda::key_of(limit));
      if (memory_.counts[hop_ % 3] != 0) continue;
      if (nearest == no_key<Key>) break;
      limit = capped(saturating_add(cuda::distance_of<W>(nearest), task_.delta));
      split(memory_.far_counts[far_now_], cuda::key_of(limit));
    }
    finish();
  }

  /// For cuda::expand_row().
  template <int B>
  __device__ void relax(const bool (&on)[B], const std::uint32_t (&at)[B], const Key (&keys)[B]) {
    ArcWord arcs[B];
#pragma unroll
    for (int i = 0; i < B; ++i) {
      arcs[i] = on[i] ? cuda::ldg(task_.arcs + at[i]) : no_arc<W>();
      if (on[i] && task_.numbers != nullptr) arcs[i] = with_target(arcs[i], __ldg(task_.numbers + target_of(arcs[i])));
    }
#pragma unroll
    for (int i = 0; i < B; ++i) relax_arc(on[i], arcs[i], keys[i]);
  }

 private:
  static constexpr unsigned polls = 512;  // hops between two looks at the host

  static __device__ ArcWord with_target(ArcWord arc, Vertex target) { return arc_word<W>(target, weight_of<W>(arc)); }
  __device__ W capped(W limit) const { return limit < task_.cap ? limit : task_.cap; }
  __device__ Entry* far(unsigned which) const { return far_ + std::uint64_t{which} * task_.far_capacity; }
  static __device__ unsigned lane() { return threadIdx.x % 32; }

  __device__ Key distance(Vertex v) const {
    if constexpr (InShared)
      if (v < task_.near_vertices) return *static_cast<const volatile Key*>(near_distances_ + v);
    return __ldcg(distances_ + v);
  }
  /// Returns what it was.
  __device__ Key lower(Vertex v, Key key) const {
    if constexpr (InShared)
      if (v < task_.near_vertices) return atomicMin(near_distances_ + v, key);
    return atomicMin(distances_ + v, key);
  }

  __device__ void start() {
    Vertex source = task_.sources[blockIdx.x];
    if (task_.numbers != nullptr) source = task_.numbers[source];
    const auto first_key = [source](Vertex v) { return v == source ? Key{0} : cuda::unreached_key<W>; };
    if constexpr (InShared)
      for (Vertex v = threadIdx.x; v < task_.near_vertices; v += blockDim.x) near_distances_[v] = first_key(v);
    for (std::uint64_t v = (InShared ? task_.near_vertices : 0) + threadIdx.x; v < task_.vertices; v += blockDim.x)
      __stcg(distances_ + v, first_key(static_cast<Vertex>(v)));
    if (threadIdx.x == 0) {
      memory_.counts[0] = 1;
      memory_.counts[1] = memory_.counts[2] = 0;
      memory_.far_counts[0] = memory_.far_counts[1] = 0;
      memory_.ends[0] = memory_.ends[1] = *task_.stop;
      memory_.near[0] = entry_of(source, Key{0});
    }  // hops() waits for all
  }

  /// Until the near pile is empty; false where the search ends.
  __device__ bool hops() {
    for (;; ++hop_) {
      __syncthreads();
      const std::uint32_t found = memory_.counts[hop_ % 3];
      if (memory_.ends[hop_ % 2] != 0) return false;
      if (found == 0) return true;
      if (threadIdx.x == 0) {
        memory_.counts[(hop_ + 2) % 3] = 0;
        if (hop_ % polls == polls - 1 && *task_.stop != 0) end(1);
      }
      take(found < Memory::room ? found : Memory::room);
    }
  }

  __device__ void take(std::uint32_t count) {
    constexpr unsigned at_once = 32 / Threads;
    const Entry* const entries = memory_.near + hop_ % 2 * Memory::room;
    const unsigned slot = lane() % Threads;
    for (std::uint32_t first = threadIdx.x / 32 * at_once; first < count; first += blockDim.x / 32 * at_once) {
      const std::uint32_t i = first + lane() / Threads;
      bool has = i < count;
      const Entry entry = entries[has ? i : first];
      const Vertex v = vertex_of(entry);
      const Key key = key_of(entry);
      const ArcWord* const row = task_.rows + std::uint64_t{Slots} * v + slot;
      ArcWord arc = cuda::ldg(row);
      has = has && distance(v) == key;
      settled_ += __popc(__ballot_sync(cuda::full_warp, has && slot == 0));
      relax_arc(has && target_of(arc) != no_vertex, arc, key);
      if constexpr (Slots > Threads) {
#pragma unroll 1
        for (unsigned part = Threads; part < Slots; part += Threads) {
          // A row's arcs come first, so it goes on where the last slot of the part had one.
          const unsigned full = __ballot_sync(cuda::full_warp, has && target_of(arc) != no_vertex);
          has = has && (full >> (lane() | (Threads - 1)) & 1) != 0;
          if (!__any_sync(cuda::full_warp, has)) break;
          arc = cuda::ldg(row + part);
          relax_arc(has && target_of(arc) != no_vertex, arc, key);
        }
      }
      for (unsigned longer = __ballot_sync(cuda::full_warp, has && says_more_arcs(arc)); longer != 0;
           longer &= longer - 1)
        relax_rest(v, key, static_cast<unsigned>(__ffs(static_cast<int>(longer))) - 1);
    }
  }

  /// What is behind the head of the vertex that lane `owner` has.
  __device__ void relax_rest(Vertex v, Key key, unsigned owner) {
    Vertex vertex = cuda::from_lane(v, owner);
    if (task_.originals != nullptr) vertex = __ldg(task_.originals + vertex);
    cuda::Row<std::uint32_t, Key> row;
    row.from = cuda::from_lane(key, owner);
    row.begin = __ldg(task_.offsets + vertex) + Slots - 1;
    row.degree = __ldg(task_.offsets + vertex + 1) - row.begin;
    cuda::expand_row(row, *this);
  }

  __device__ void relax_arc(bool on, ArcWord arc, Key key) {
    const Vertex target = target_of(arc);
    const Key candidate = distance_behind<W>(key, arc);
    relaxed_ += __popc(__ballot_sync(cuda::full_warp, on));
    on = on && candidate <= cuda::key_of(task_.cap) && candidate < distance(target);
    if (on) on = candidate < lower(target, candidate);
    improved_ += push(on, target, candidate, hop_ + 1, far_now_);
  }

  /// By a whole warp: into the list of `hop`, or the far pile. Returns how many.
  __device__ unsigned push(bool has, Vertex v, Key key, unsigned hop, unsigned pile) {
    const unsigned all = __ballot_sync(cuda::full_warp, has);
    if (all == 0) return 0;
    const Entry entry = entry_of(v, key);
    const bool near = has && key <= limit_;
    if (const unsigned nears = __ballot_sync(cuda::full_warp, near); nears != 0) {
      const std::uint32_t at = reserve(memory_.counts + hop % 3, nears);
      if (near && at < Memory::room) {
        memory_.near[hop % 2 * Memory::room + at] = entry;
        has = false;
      }
    }
    if (const unsigned fars = __ballot_sync(cuda::full_warp, has); fars != 0) {
      const std::uint32_t at = reserve(memory_.far_counts + pile, fars);
      if (has && at < task_.far_capacity) cuda::stcg(far(pile) + at, entry);
      if (has && at >= task_.far_capacity) end(2);
    }
    return static_cast<unsigned>(__popc(all));
  }

  /// After the next hop's barrier: other warps may still read what this hop goes by.
  __device__ void end(std::uint32_t reason) { memory_.ends[(hop_ + 1) % 2] = reason; }

  static __device__ std::uint32_t reserve(std::uint32_t* count, unsigned lanes) {
    std::uint32_t first = 0;
    if (lane() == 0) first = atomicAdd(count, static_cast<std::uint32_t>(__popc(lanes)));
    return cuda::from_lane(first, 0) + cuda::rank_in(lanes);
  }

  /// Sorts the far pile again: what lies within the limit becomes near, as long as there is room. Returns the smallest
  /// distance of what stays far.
  __device__ Key split(std::uint32_t waiting, Key limit) {
    __syncthreads();  // all threads know what they came with
    if (threadIdx.x == 0) {
      memory_.far_counts[far_now_ ^ 1] = 0;
      memory_.nearest = no_key<Key>;
    }
    limit_ = limit;
    if (waiting > task_.far_capacity) waiting = task_.far_capacity;  // the search ends
    __syncthreads();
    const Entry* const entries = far(far_now_);
    Key nearest = no_key<Key>;
    for (std::uint32_t first = threadIdx.x - lane(); first < waiting; first += blockDim.x) {
      const std::uint32_t i = first + lane();
      const Entry entry = cuda::ldcg(entries + (i < waiting ? i : first));
      const Key key = key_of(entry);
      const bool has = i < waiting && distance(vertex_of(entry)) == key;
      push(has, vertex_of(entry), key, hop_, far_now_ ^ 1);
      if (has && key > limit && key < nearest) nearest = key;
    }
    nearest = cuda::warp_min(nearest);
    if (lane() == 0 && nearest != no_key<Key>) atomicMin(&memory_.nearest, nearest);
    far_now_ ^= 1;
    __syncthreads();
    return memory_.nearest;
  }

  __device__ void finish() const {
    if constexpr (InShared)
      for (Vertex v = threadIdx.x; v < task_.near_vertices; v += blockDim.x) __stcg(distances_ + v, near_distances_[v]);
    if (threadIdx.x == 0) {
      if (memory_.ends[0] == 2 || memory_.ends[1] == 2) task_.gave_up[blockIdx.x] = 1;
      atomicAdd(task_.work, static_cast<unsigned long long>(hop_));
    }
    if (lane() != 0) return;
    atomicAdd(task_.work + 1, static_cast<unsigned long long>(settled_));
    atomicAdd(task_.work + 2, static_cast<unsigned long long>(relaxed_));
    atomicAdd(task_.work + 3, static_cast<unsigned long long>(improved_));
  }

  const SearchTask<W>& task_;
  Memory& memory_;
  Key* const near_distances_;
  Key* const distances_;
  Entry* const far_;
  Key limit_ = 0;
  unsigned hop_ = 0;
  unsigned far_now_ = 0;
  std::uint32_t settled_ = 0, relaxed_ = 0, improved_ = 0;  // of the warp
};

/// Blocks of up to 1024 threads; a multiprocessor is full of them where keys have 32 bits.
template <WeightType W, unsigned Slots, unsigned Threads, bool InShared>
__global__ void __launch_bounds__(1024, sizeof(W) == 4 ? 2 : 1) search_rows(const SearchTask<W> task) {
  using Key = cuda::KeyOf<W>;
  extern __shared__ uint4 near_distances[];
  __shared__ SearchMemory<Key> memory;
  Search<W, Slots, Threads, InShared>(task, memory, InShared ? reinterpret_cast<Key*>(near_distances) : nullptr).run();
}

}  // namespace wayfront::near_far
