// The beginning of a batch: each source is searched from by a block of its own, one distance after the other, until what
// it settled has many arcs. So all sources of a group can begin their common levels at the same point of their growth.
#pragma once

#include <cstdint>

#include "../arcs.cuh"
#include "../rows/sorted_rows.cuh"
#include "wayfront/cuda/warp.cuh"

namespace wayfront::push_pull {

inline constexpr unsigned search_threads = 256;
inline constexpr unsigned search_room = 2048;       // vertices that a search settles
inline constexpr std::uint32_t search_arcs = 4096;  // it ends when the vertices that it settled have as many, or more
inline constexpr std::uint32_t search_limit = 1U << 30;  // distances that are not followed any more

/// A vertex that a search settled.
struct Found {
  std::uint32_t number;
  std::uint32_t distance;
};

/// How a search ended.
struct SearchEnd {
  std::uint32_t count;   // of Found
  std::uint32_t last;    // the distance where it stopped: all vertices that are nearer are found, and some at this one
  std::uint32_t arcs;    // of what was found, about
  std::uint32_t is_all;  // nothing else can be reached
};

/// The arcs of a row out in order of weight.
class SortedArcRow {
 public:
  __device__ SortedArcRow(const RowsView<NarrowArcs>& graph, std::uint32_t v) : out_(graph.out), row_(graph.rows[v]) {}
  /// About: as many as the sectors hold.
  __device__ std::uint32_t room() const { return row_.pieces() * row_.sectors() * Sector<NarrowArcs>::arcs; }
  /// No arc behind the last one.
  __device__ std::uint32_t word(std::uint32_t i) const {
    constexpr unsigned of_sector = Sector<NarrowArcs>::arcs;
    if (i >= room()) return ~0U;
    const std::uint32_t piece = i % row_.pieces(), slot = i / row_.pieces();
    return __ldg(out_[row_.first + std::uint64_t{piece} * row_.sectors() + slot / of_sector].words + slot % of_sector);
  }

 private:
  const Sector<NarrowArcs>* out_;
  Row row_;
};

/// What a block knows of its search.
class Search {
 public:
  struct Memory {
    std::uint32_t number[search_room], distance[search_room];
    std::uint32_t next[search_room];  // arc that was not taken yet
    std::uint32_t due[search_room];   // the distance that this arc leads to
    std::uint32_t seen[2 * search_room];
    std::uint32_t count, arcs, soonest;
  };

  __device__ Search(const RowsView<NarrowArcs>& graph, Memory& memory) : graph_(graph), memory_(memory) {}

  /// All threads of a block.
  __device__ SearchEnd run(std::uint32_t source) {
    for (unsigned i = threadIdx.x; i < 2 * search_room; i += search_threads) memory_.seen[i] = no_number;
    if (threadIdx.x == 0) memory_.count = memory_.arcs = 0;
    __syncthreads();
    if (threadIdx.x == 0 && source != no_number) add(source, 0);
    __syncthreads();
    std::uint32_t last = 0;
    bool is_all = false;
    while (memory_.arcs < search_arcs && memory_.count < search_room) {
      const std::uint32_t soonest = next_distance();
      is_all = soonest == nothing;
      if (is_all) break;
      last = soonest;
      if (last >= search_limit) break;
      take_arcs(last);
    }
    return {min(memory_.count, search_room), last, memory_.arcs, is_all ? 1U : 0U};
  }

 private:
  static constexpr std::uint32_t nothing = ~0U;

  __device__ std::uint32_t next_distance() {
    if (threadIdx.x == 0) memory_.soonest = nothing;
    __syncthreads();
    std::uint32_t mine = nothing;
    for (unsigned i = threadIdx.x; i < memory_.count; i += search_threads) mine = min(mine, memory_.due[i]);
    mine = __reduce_min_sync(cuda::full_warp, mine);
    if (threadIdx.x % 32 == 0) atomicMin(&memory_.soonest, mine);
    __syncthreads();
    return memory_.soonest;
  }

  /// A warp takes the arcs of a vertex that lead to `distance`.
  __device__ void take_arcs(std::uint32_t distance) {
    const unsigned lane = threadIdx.x % 32;
    const std::uint32_t count = memory_.count;
    __syncthreads();  // before others are added
    for (unsigned first = threadIdx.x / 32 * 32; first < count; first += search_threads) {
      const bool is_due = first + lane < count && memory_.due[first + lane] == distance;
      for (unsigned due = __ballot_sync(cuda::full_warp, is_due); due != 0; due &= due - 1)
        take_arcs_of(first + static_cast<unsigned>(__ffs(static_cast<int>(due))) - 1, distance);
    }
    __syncthreads();
  }
  __device__ void take_arcs_of(std::uint32_t i, std::uint32_t distance) {
    const SortedArcRow row(graph_, memory_.number[i]);
    const std::uint32_t from = memory_.distance[i];
    const unsigned lane = threadIdx.x % 32;
    std::uint32_t next = memory_.next[i], due = nothing;
    for (;;) {
      const std::uint32_t word = row.word(next + lane);
      const std::uint32_t to =
          NarrowArcs::is_arc(word) ? from + static_cast<std::uint32_t>(graph_.arcs.weight(word)) : nothing;
      if (to == distance) add(graph_.arcs.target(word), distance);
      const auto taken = static_cast<std::uint32_t>(__popc(__ballot_sync(cuda::full_warp, to == distance)));
      next += taken;
      if (taken == 32) continue;
      due = cuda::from_lane(to, taken);
      break;
    }
    __syncwarp();
    if (lane == 0) {
      memory_.next[i] = next;
      memory_.due[i] = due;
    }
  }

  /// One thread: a vertex that may be known already.
  __device__ void add(std::uint32_t v, std::uint32_t distance) {
    if (*static_cast<volatile std::uint32_t*>(&memory_.count) >= search_room) return;  // `seen` keeps half of its room
    for (std::uint32_t at = v * 0x9e37'79b1U >> 20;; ++at) {
      const std::uint32_t before = atomicCAS(memory_.seen + at % (2 * search_room), no_number, v);
      if (before == v) return;
      if (before == no_number) break;
    }
    const SortedArcRow row(graph_, v);
    atomicAdd(&memory_.arcs, row.room() + 1);
    const std::uint32_t at = atomicAdd(&memory_.count, 1U);
    if (at >= search_room) return;
    const std::uint32_t first = row.word(0);
    memory_.number[at] = v;
    memory_.distance[at] = distance;
    memory_.next[at] = 0;
    memory_.due[at] =
        NarrowArcs::is_arc(first) ? distance + static_cast<std::uint32_t>(graph_.arcs.weight(first)) : nothing;
  }

  const RowsView<NarrowArcs>& graph_;
  Memory& memory_;
};

}  // namespace wayfront::push_pull
