// A round of near-far: the entries of a pile, hop after hop where they are few, and then the hubs among them.
#pragma once

#include <cstdint>

#include "walk.cuh"

namespace wayfront::near_far {

template <WeightType W, OffsetType O>
struct Step {
  static constexpr int phases = 2;
  using Shared = PushMemory;

  State<O> state;
  Piles piles;
  bool heads;                // how arcs are mapped
  unsigned hops;             // of a round, at most
  std::uint32_t local;       // vertices in a block's list, at most
  std::uint32_t local_take;  // entries per block of a round whose pushes stay in the blocks

  WAYFRONT_HD bool runs(int phase) const { return phase == 0 || state.hubs.capacity != 0; }

  template <int Phase>
  __device__ void run(const cuda::Round<W>& round, cuda::Tally<W>& tally, Shared& shared) const {
    const RoundPiles found(piles, round.number);
    if (threadIdx.x == 0) Pushes::start(shared);
    if (Phase == 0 && blockIdx.x == 0 && threadIdx.x == 0) turn(found, round.number, tally);
    __syncthreads();
    const Key limit = cuda::key_of(round.limit);
    if constexpr (Phase == 0) {
      const Taking taking = found.taking();
      const std::uint32_t count = taking == Taking::near  ? found.near_count()
                                  : taking == Taking::far ? found.far_count()
                                                          : state.graph.vertices;
      const bool local = hops > 1 && taking != Taking::all && count <= std::uint64_t{local_take} * gridDim.x;
      Pushes pushes(shared, found, limit, local);
      Walk<W, O> walk(state, round.number, !local, tally, pushes);
      take(taking, found, count, limit, walk);
      if (local) {
        go_on(shared, tally, pushes, walk);
      } else {
        pushes.finish(tally, 0, 0);
      }
    } else {
      Pushes pushes(shared, found, limit, false);
      Walk<W, O> walk(state, round.number, true, tally, pushes);
      relax_hubs(round.number, walk);
      pushes.finish(tally, 0, 0);
    }
  }

 private:
  static __device__ std::uint64_t warps() { return std::uint64_t{gridDim.x} * blockDim.x / 32; }
  /// Neighbouring numbers are on different multiprocessors, so that few entries use all of them.
  static __device__ std::uint64_t warp() { return std::uint64_t{threadIdx.x / 32} * gridDim.x + blockIdx.x; }
  /// Entries that a warp takes at once: all warps have some before one has many.
  static __device__ unsigned share(std::uint64_t count, std::uint64_t warps, unsigned most) {
    const std::uint64_t fair = (count + warps - 1) / warps;
    return static_cast<unsigned>(fair < most ? fair : most);
  }

  /// By one thread of the grid: prepares what the next rounds write, and counts what this one leaves alone.
  __device__ void turn(const RoundPiles& found, std::uint64_t round, cuda::Tally<W>& tally) const {
    found.turn();
    if (state.hubs.capacity != 0) *state.hubs.tail(round + 1) = 0;
    if (found.staying_least() == no_key) return;
    ++tally.waiting;
    tally.least = cuda::distance_of<W>(found.staying_least());
  }

  /// The first hop, of what all blocks share.
  __device__ void take(Taking taking, const RoundPiles& found, std::uint32_t count, Key limit, Walk<W, O>& walk) const {
    const unsigned lane = threadIdx.x % 32;
    const bool sorts = taking == Taking::far, any = taking == Taking::all;
    const Entry* const entries = sorts ? found.far() : found.near();
    const bool in_heads = heads && !sorts;
    const unsigned mine = in_heads ? lane / head_arcs : lane;  // which of the warp's entries
    const unsigned at_once = share(count, warps(), in_heads ? 32 / head_arcs : 32);
    for (std::uint64_t first = warp() * at_once; first < count; first += warps() * at_once) {
      const bool has = mine < at_once && first + mine < count;
      Entry entry = 0;
      if (has) entry = any ? entry_of(static_cast<Vertex>(first + mine), 0) : __ldcg(entries + first + mine);
      if (sorts) {
        walk.sort(has, entry);
      } else {
        relax(walk, has, entry, any, limit);
      }
    }
  }

  /// The hops that follow, of what this block found. Ends when nothing is left, or too much, or others should hear.
  __device__ void go_on(Shared& shared, cuda::Tally<W>& tally, Pushes& pushes, Walk<W, O>& walk) const {
    const unsigned lane = threadIdx.x % 32, block_warps = blockDim.x / 32;
    const unsigned mine = heads ? lane / head_arcs : lane;
    for (unsigned hop = 1;; ++hop) {
      __syncthreads();
      const std::uint32_t count = *shared.list_count(hop);
      if (count == 0 || count > local || hop >= hops) {
        pushes.finish(tally, hop, count < most_local ? count : most_local);
        return;
      }
      if (threadIdx.x == 0) *shared.list_count(hop + 2) = 0;
      pushes.for_hop(hop + 1);
      const Entry* const entries = shared.list(hop);
      const unsigned at_once = share(count, block_warps, heads ? 32 / head_arcs : 32);
      for (std::uint32_t first = threadIdx.x / 32 * at_once; first < count; first += block_warps * at_once) {
        const bool has = mine < at_once && first + mine < count;
        relax(walk, has, has ? entries[first + mine] : 0, false, 0);
      }
    }
  }

  __device__ void relax(Walk<W, O>& walk, bool has, Entry entry, bool any, Key limit) const {
    if (heads) {
      walk.relax_heads(has, entry, any, limit);
    } else {
      walk.relax_scan(has, entry, any, limit);
    }
  }

  __device__ void relax_hubs(std::uint64_t round, Walk<W, O>& walk) const {
    const std::uint32_t pushed = __ldcg(state.hubs.tail(round));
    const std::uint32_t count = pushed < state.hubs.capacity ? pushed : state.hubs.capacity;
    for (std::uint64_t i = warp(); i < count; i += warps()) {
      const uint4 words = __ldcg(reinterpret_cast<const uint4*>(state.hubs.tiles + i));
      walk.relax_tile({words.x, static_cast<Key>(words.y), words.z, 0});
    }
  }
};

}  // namespace wayfront::near_far
