// A small graph is solved by one block, whose shared memory has all distances: no barrier of the grid, no memory to
// prepare, and an access costs a twentieth of one in L2.
//
// The near pile is a list of vertices, each at most once: a bit per vertex says whether it is in there. The far pile is
// not kept. What lies beyond the limit has not been taken at its distance, so when the near pile is empty a look at all
// distances finds those within the next limit, or the smallest one where there is a gap.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "core.cuh"
#include "packed_graph.cuh"
#include "restore.cuh"
#include "wayfront/cuda/cached.cuh"
#include "wayfront/cuda/expand.cuh"
#include "wayfront/cuda/relax.cuh"
#include "wayfront/cuda/warp.cuh"
#include "wayfront/distance.hpp"

namespace wayfront::near_far {

/// What the host learns, in page-locked memory.
struct AloneReport {
  std::uint64_t hops, settled, relaxed, improved;
  std::uint32_t stopped;  // by the host
  std::uint32_t found;    // all targets are exact, and the solve ended for that
};

/// By value. Graphs this small have offsets of 32 bits, or a copy of them that has.
template <WeightType W>
struct AloneTask {
  using Key = cuda::KeyOf<W>;
  HeadedView<W, std::uint32_t> graph;
  CoreView<W> core;  // with rounds: the heads of `graph` are its rows
  Vertex source;
  W delta;
  W cap;  // distances above it are not wanted
  const Vertex* targets;
  std::uint64_t target_count;  // 0: the solve goes to its end
  W* answer;                   // host memory that kernels can write to; null: `distances` is written instead
  Key* distances;
  AloneReport* report;
  const std::uint32_t* stop;
};

/// A place in a list: graphs of more vertices do not fit anyway.
using SmallVertex = std::uint16_t;

/// The block's shared memory beside the distances, lists and bits of all vertices.
template <class Key>
struct AloneMemory {
  static constexpr unsigned wide_room = 64;
  std::uint32_t counts[3];       // of this hop's list, the next one's, and the one after it
  std::uint32_t wide_counts[3];  // likewise, of long rows
  Vertex wide[wide_room];        // vertices whose rows all warps share
  Key wide_keys[wide_room];
  Key nearest;  // beyond the limit
  std::uint32_t stopped;
  unsigned long long settled, relaxed, improved;

  static constexpr std::uint64_t bytes(std::uint64_t vertices) {
    return (vertices * sizeof(Key) + 15) / 16 * 16 + (vertices + 31) / 32 * 4 + 2 * vertices * sizeof(SmallVertex);
  }
};

/// `Slots` of a head.
template <WeightType W, unsigned Slots>
class AloneSolve {
  using Key = cuda::KeyOf<W>;
  using ArcWord = ArcWordOf<W>;
  using Row = cuda::Row<std::uint32_t, Key>;
  using Memory = AloneMemory<Key>;

 public:
  __device__ AloneSolve(const AloneTask<W>& task, Memory& memory, unsigned char* arrays)
      : task_(task),
        memory_(memory),
        vertices_(task.graph.vertices),
        distances_(reinterpret_cast<Key*>(arrays)),
        listed_(reinterpret_cast<std::uint32_t*>(arrays + (std::uint64_t{vertices_} * sizeof(Key) + 15) / 16 * 16)),
        lists_(reinterpret_cast<SmallVertex*>(listed_ + (vertices_ + 31) / 32)) {}

  __device__ void run() {
    start();
    W limit = capped(task_.delta);
    bool found = false;
    for (;;) {
      limit_ = cuda::key_of(limit);
      if (!hops()) break;
      if (task_.target_count != 0 && settled_targets()) {
        found = true;
        break;
      }
      if (limit >= task_.cap || limit == unreached<W>) break;
      W next = capped(saturating_add(limit, task_.delta));
      const Key nearest = split(limit_, cuda::key_of(next));
      if (memory_.counts[hop_ % 3] == 0) {
        if (nearest >= cuda::unreached_key<W> || cuda::distance_of<W>(nearest) > task_.cap) break;
        next = capped(saturating_add(cuda::distance_of<W>(nearest), task_.delta));
        split(limit_, cuda::key_of(next));
      }
      limit = next;
    }
    finish(found);
  }

  /// For cuda::expand_row().
  template <int B>
  __device__ void relax(const bool (&on)[B], const std::uint32_t (&at)[B], const Key (&keys)[B]) {
    ArcWord arcs[B];
#pragma unroll
    for (int i = 0; i < B; ++i) arcs[i] = on[i] ? cuda::ldg(task_.graph.words() + at[i]) : no_arc<W>();
#pragma unroll
    for (int i = 0; i < B; ++i) relax_arc(on[i], arcs[i], keys[i]);
  }

 private:
  static constexpr std::uint32_t wide_row = 256;
  static constexpr std::uint32_t wide_tile = 128;
  static constexpr unsigned polls = 256;  // hops between two looks at the host

  __device__ W capped(W limit) const { return limit < task_.cap ? limit : task_.cap; }
  __device__ SmallVertex* list(unsigned hop) const { return lists_ + (hop % 2 == 0 ? 0U : vertices_); }

  __device__ void start() {
    for (Vertex v = threadIdx.x; v < vertices_; v += blockDim.x)
      distances_[v] = v == task_.source ? Key{0} : cuda::unreached_key<W>;
    for (Vertex i = threadIdx.x; i < (vertices_ + 31) / 32; i += blockDim.x) listed_[i] = 0;
    if (threadIdx.x == 0) {
      memory_.counts[0] = 1;
      memory_.counts[1] = memory_.counts[2] = 0;
      memory_.wide_counts[0] = memory_.wide_counts[1] = memory_.wide_counts[2] = 0;
      memory_.stopped = 0;
      memory_.settled = memory_.relaxed = memory_.improved = 0;
      list(0)[0] = static_cast<SmallVertex>(task_.source);
    }
    __syncthreads();
  }

  /// Until the near pile is empty; false where the host wants no more.
  __device__ bool hops() {
    for (;; ++hop_) {
      const std::uint32_t count = memory_.counts[hop_ % 3];
      if (memory_.stopped != 0) return false;
      if (count == 0) return true;
      if (threadIdx.x == 0) {
        memory_.counts[(hop_ + 2) % 3] = 0;
        memory_.wide_counts[(hop_ + 1) % 3] = 0;
      }
      take(count);
      __syncthreads();
      if (const std::uint32_t wide = memory_.wide_counts[hop_ % 3]; wide != 0) {
        take_wide(wide < Memory::wide_room ? wide : Memory::wide_room);
        __syncthreads();
      }
      if (hop_ % polls == polls - 1) {
        if (threadIdx.x == 0) memory_.stopped = *static_cast<const volatile std::uint32_t*>(task_.stop);
        __syncthreads();
      }
    }
  }

  /// Warps are full before others have something: what limits a hop is how many of them there are.
  __device__ void take(std::uint32_t count) {
    constexpr unsigned at_once = 32 / Slots;
    const unsigned slot = lane_ % Slots;
    const SmallVertex* const entries = list(hop_);
    for (std::uint32_t i = threadIdx.x / Slots; i - i % at_once < count; i += blockDim.x / Slots) {
      const bool has = i < count;
      const Vertex v = has ? entries[i] : 0;
      ArcWord arc = no_arc<W>();
      if (has) arc = cuda::ldg(task_.graph.heads + std::uint64_t{Slots} * v + slot);
      Key key = 0;
      if (has && slot == 0) {
        // From here on whoever lowers its distance puts it into the list again.
        atomicAnd(listed_ + v / 32, ~(1U << v % 32));
        __threadfence_block();
        key = atomicMin(distances_ + v, cuda::unreached_key<W>);
        ++settled_;
      }
      relax_head(has, v, arc, cuda::from_lane(key, lane_ - slot));
    }
  }

  __device__ void relax_head(bool has, Vertex v, ArcWord head, Key key) {
    unsigned longer = __ballot_sync(cuda::full_warp, has && says_more_arcs(head));
    relax_arc(has && target_of(head) != no_vertex, head, key);
    for (; longer != 0; longer &= longer - 1) {
      const auto owner = static_cast<unsigned>(__ffs(static_cast<int>(longer))) - 1;
      const Vertex vertex = cuda::from_lane(v, owner);
      Row row = row_of(vertex, cuda::from_lane(key, owner));
      row.begin += Slots - 1;
      row.degree -= Slots - 1;
      if (row.degree < wide_row || !hand_over(vertex, row.from)) cuda::expand_row(row, *this);
    }
  }

  __device__ Row row_of(Vertex v, Key key) const {
    const std::uint32_t begin = __ldg(task_.graph.offsets + v);
    return {key, begin, __ldg(task_.graph.offsets + v + 1) - begin};
  }

  /// Leaves a long row, which all lanes hold, to all warps; false where there is no room.
  __device__ bool hand_over(Vertex vertex, Key key) {
    std::uint32_t at = 0;
    if (lane_ == 0) at = atomicAdd(memory_.wide_counts + hop_ % 3, 1U);
    at = cuda::from_lane(at, 0);
    if (at >= Memory::wide_room) return false;
    if (lane_ == 0) {
      memory_.wide[at] = vertex;
      memory_.wide_keys[at] = key;
    }
    return true;
  }

  __device__ void take_wide(std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const Row row = row_of(memory_.wide[i], memory_.wide_keys[i]);
      for (std::uint32_t first = threadIdx.x / 32 * wide_tile; first < row.degree;
           first += blockDim.x / 32 * wide_tile) {
        const std::uint32_t left = row.degree - first;
        cuda::expand_row(Row{row.from, row.begin + first, left < wide_tile ? left : wide_tile}, *this);
      }
    }
  }

  __device__ void relax_arc(bool on, ArcWord arc, Key key) {
    if (!on) return;
    ++relaxed_;
    const Vertex target = target_of(arc);
    const Key candidate = distance_behind<W>(key, arc);
    if (candidate >= atomicMin(distances_ + target, candidate)) return;
    ++improved_;
    if (candidate > limit_) return;
    __threadfence_block();  // the distance is there before its vertex is listed
    if (list_it(target))
      list(hop_ + 1)[atomicAdd(memory_.counts + (hop_ + 1) % 3, 1U)] = static_cast<SmallVertex>(target);
  }

  /// Whether the vertex was in no list.
  __device__ bool list_it(Vertex v) const {
    const std::uint32_t bit = 1U << v % 32;
    return (atomicOr(listed_ + v / 32, bit) & bit) == 0;
  }

  /// Into this hop's list, by a whole warp.
  __device__ void put(bool has, Vertex v) {
    const unsigned all = __ballot_sync(cuda::full_warp, has);
    if (all == 0) return;
    std::uint32_t at = 0;
    if (lane_ == 0) at = atomicAdd(memory_.counts + hop_ % 3, static_cast<std::uint32_t>(__popc(all)));
    at = cuda::from_lane(at, 0) + cuda::rank_in(all);
    if (has) list(hop_)[at] = static_cast<SmallVertex>(v);
  }

  /// Lists what lies above `limit` and not above `next`. Returns the smallest distance above that.
  __device__ Key split(Key limit, Key next) {
    if (threadIdx.x == 0) memory_.nearest = cuda::unreached_key<W>;
    __syncthreads();
    Key nearest = cuda::unreached_key<W>;
    for (Vertex first = threadIdx.x - lane_; first < vertices_; first += blockDim.x) {
      const Vertex v = first + lane_;
      const Key key = v < vertices_ ? distances_[v] : cuda::unreached_key<W>;
      const bool near = key > limit && key <= next && key < cuda::unreached_key<W>;
      if (near) list_it(v);
      put(near, v);
      if (key > next && key < nearest) nearest = key;
    }
    nearest = cuda::warp_min(nearest);
    if (lane_ == 0 && nearest < cuda::unreached_key<W>) atomicMin(&memory_.nearest, nearest);
    __syncthreads();
    nearest = memory_.nearest;
    __syncthreads();
    return nearest;
  }

  __device__ bool settled_targets() const {
    bool settled = true;
    for (std::uint64_t first = 0; settled && first < task_.target_count; first += blockDim.x) {
      const std::uint64_t i = first + threadIdx.x;
      settled = __syncthreads_and(i >= task_.target_count || distances_[task_.targets[i]] <= limit_) != 0;
    }
    return settled;
  }

  __device__ void finish(bool found) {
    for (std::uint32_t round = task_.core.rounds; round-- != 0;) {
      for (std::uint32_t i = task_.core.begins[round] + threadIdx.x; i < task_.core.begins[round + 1];
           i += blockDim.x) {
        const Vertex v = __ldg(task_.core.removed + i);
        distances_[v] = restored(task_.core, i, v, [this](Vertex u) { return distances_[u]; });
      }
      __syncthreads();
    }
    for (Vertex v = threadIdx.x; v < vertices_; v += blockDim.x) {
      if (task_.answer != nullptr) {
        task_.answer[v] = cuda::distance_of<W>(distances_[v]);
      } else {
        task_.distances[v] = distances_[v];
      }
    }
    add(settled_, memory_.settled);
    add(relaxed_, memory_.relaxed);
    add(improved_, memory_.improved);
    __syncthreads();
    if (threadIdx.x != 0) return;
    *task_.report = {hop_, memory_.settled, memory_.relaxed, memory_.improved, memory_.stopped, found ? 1U : 0U};
    __threadfence_system();
  }

  __device__ void add(std::uint32_t mine, unsigned long long& sum) const {
    const std::uint32_t all = __reduce_add_sync(cuda::full_warp, mine);
    if (lane_ == 0 && all != 0) atomicAdd(&sum, static_cast<unsigned long long>(all));
  }

  const AloneTask<W>& task_;
  Memory& memory_;
  const Vertex vertices_;
  Key* const distances_;
  std::uint32_t* const listed_;
  SmallVertex* const lists_;
  const unsigned lane_ = threadIdx.x % 32;
  Key limit_ = 0;
  unsigned hop_ = 0;
  std::uint32_t settled_ = 0, relaxed_ = 0, improved_ = 0;
};

inline constexpr unsigned alone_threads = 1024;

template <WeightType W, unsigned Slots>
__global__ void __launch_bounds__(alone_threads, 1) solve_alone(const AloneTask<W> task) {
  extern __shared__ uint4 arrays[];
  __shared__ AloneMemory<cuda::KeyOf<W>> memory;
  AloneSolve<W, Slots>(task, memory, reinterpret_cast<unsigned char*>(arrays)).run();
}

}  // namespace wayfront::near_far
