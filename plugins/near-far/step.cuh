// A round of near-far: the entries of a pile, hop after hop where they are few, and then the hubs among them.
#pragma once

#include <cstdint>

#include "ends.cuh"
#include "walk.cuh"
#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/relax.cuh"
#include "wayfront/cuda/round_loop.cuh"
#include "wayfront/cuda/rounds.cuh"
#include "wayfront/graph.hpp"

namespace wayfront::near_far {

/// In device memory.
struct TargetsFound {
  std::uint64_t next;   // the targets before this one are settled
  std::uint64_t round;  // that found all of them settled; 0: none did
};

/// Ends a solve when the distances of some vertices, its targets, are exact.
/// By value. Weights are not negative, so what a round pushes is at or above the smallest distance that waits when it
/// begins, and whatever lies below that is final: a target that does is settled for good. Block 0 looks, in each round
/// from the target on at which it stopped; the round after the one that finds all settled does nothing, and so the loop
/// ends. A round must not end itself, because other blocks may not have seen what it found.
struct Targets {
  const Vertex* vertices;
  std::uint64_t count;  // 0: the solve goes to its end
  TargetsFound* found;
  std::uint64_t* round_on_host;  // what the host learns: TargetsFound::round

  /// Before the first round, by all blocks.
  __device__ void start() const {
    if (count != 0 && cuda::grid_thread() == 0) *found = {};
  }
  /// After the last round.
  __device__ void tell() const {
    if (count != 0 && cuda::grid_thread() == 0) *round_on_host = __ldcg(&found->round);
  }

  /// The same for all threads of the grid.
  __device__ bool done_before(std::uint64_t round) const {
    if (count == 0) return false;
    const std::uint64_t done = __ldcg(&found->round);
    return done != 0 && done < round;
  }

  /// By all threads of block 0, once per round.
  template <WeightType W>
  __device__ void look(const cuda::KeyOf<W>* distances, const cuda::Round<W>& round) const {
    if (count == 0) return;
    const cuda::KeyOf<W> waits = cuda::key_of(round.min_distance);
    std::uint64_t first = found->next;
    bool settled = true;
    while (settled && first < count) {
      const std::uint64_t i = first + threadIdx.x;
      settled = __syncthreads_and(i >= count || __ldcg(distances + vertices[i]) < waits) != 0;
      if (settled) first += blockDim.x;
    }
    __syncthreads();  // all threads have read `next`
    if (threadIdx.x != 0) return;
    found->next = first;
    if (settled && found->round == 0) __stcg(&found->round, round.number);
  }
};

/// `Slots` of a head, with a thread for each; 0: the arcs of a warp's vertices are spread evenly.
template <WeightType W, OffsetType O, unsigned Slots>
struct Step {
  static constexpr int phases = 2;
  static constexpr cuda::Kernels kernels = cuda::Kernels::rounds;  // large, and the host's launch of it is as good
  static constexpr unsigned threads_per_entry = Slots == 0 ? 1 : Slots;
  using Key = cuda::KeyOf<W>;
  using Entry = near_far::Entry<Key>;
  using Shared = PushMemory<Key>;

  State<W, O> state;
  Piles<Key> piles;
  Targets targets;
  Ends<W> ends;
  Key cap;                   // distances above it are not wanted
  unsigned hops;             // of a round, at most
  std::uint32_t local;       // vertices in a block's list, at most
  std::uint32_t local_take;  // entries per block of a round whose pushes stay in the blocks

  __device__ void begin() const {
    ends.start(state, piles);
    targets.start();
  }
  __device__ void end(cuda::Meeting& meeting) const {
    ends.finish(state, meeting);
    targets.tell();
  }

  WAYFRONT_HD bool runs(int phase) const { return phase == 0 || state.hubs.capacity != 0; }

  template <int Phase>
  __device__ void run(const cuda::Round<W>& round, cuda::Tally<W>& tally, Shared& shared) const {
    if (targets.done_before(round.number)) return;
    if (threadIdx.x == 0) {
      Pushes<Key>::start(shared);
      shared.piles = RoundPiles<Key>::of(piles, round.number);
      if (Phase == 0 && blockIdx.x == 0) prepare_next(shared.piles, round.number, tally);
    }
    __syncthreads();
    const Key limit = cuda::key_of(round.limit);
    if constexpr (Phase == 0) {
      if (blockIdx.x == 0) targets.look(state.distances, round);
      const Taking taking = shared.piles.taking;
      const std::uint32_t count = taking == Taking::all ? state.graph.vertices : shared.piles.count;
      const bool local = hops > 1 && taking != Taking::all && count <= std::uint64_t{local_take} * gridDim.x;
      Pushes<Key> pushes(shared, limit, cap, local);
      Walk<W, O> walk(state, round.number, !local, tally, pushes);
      take(taking, shared.piles.entries, count, limit, walk);
      if (local) {
        go_on(shared, tally, pushes, walk);
      } else {
        pushes.finish(tally, 0, 0);
      }
    } else {
      Pushes<Key> pushes(shared, limit, cap, false);
      Walk<W, O> walk(state, round.number, true, tally, pushes);
      relax_hubs(round.number, walk);
      pushes.finish(tally, 0, 0);
    }
  }

 private:
  static __device__ std::uint32_t warps() { return gridDim.x * (blockDim.x / 32); }
  /// Neighbouring numbers are on different multiprocessors, so that few entries use all of them.
  static __device__ std::uint32_t warp() { return threadIdx.x / 32 * gridDim.x + blockIdx.x; }
  /// Entries that a warp takes at once, a power of two: all warps have some before one has many.
  template <unsigned Max>
  static __device__ unsigned share(std::uint64_t count, std::uint32_t warps) {
    unsigned entries = 1;
#pragma unroll
    for (unsigned i = 1; i < Max; i *= 2)
      if (std::uint64_t{i} * warps < count) entries = 2 * i;
    return entries;
  }

  /// By one thread of the grid: prepares what the next rounds write, and counts what this one leaves alone.
  __device__ void prepare_next(const RoundPiles<Key>& found, std::uint64_t round, cuda::Tally<W>& tally) const {
    found.prepare_next(piles, round);
    if (state.hubs.capacity != 0) state.hubs.clear_ahead(round);
    if (found.min_staying == no_key<Key>) return;
    ++tally.waiting;
    tally.min_distance = cuda::distance_of<W>(found.min_staying);
  }

  /// The first hop, of what all blocks share.
  __device__ void take(Taking taking, const Entry* entries, std::uint32_t count, Key limit, Walk<W, O>& walk) const {
    const unsigned lane = threadIdx.x % 32;
    if (taking == Taking::far) {
      const unsigned at_once = share<32>(count, warps());
      for (std::uint64_t first = std::uint64_t{warp()} * at_once; first < count;
           first += std::uint64_t{warps()} * at_once) {
        const bool has = lane < at_once && first + lane < count;
        walk.sort(has, has ? cuda::ldcg(entries + first + lane) : Entry{});
      }
      return;
    }
    const bool any = taking == Taking::all;
    const unsigned mine = lane / threads_per_entry;  // which of the warp's entries
    const unsigned at_once = share<32 / threads_per_entry>(count, warps());
    for (std::uint64_t first = std::uint64_t{warp()} * at_once; first < count;
         first += std::uint64_t{warps()} * at_once) {
      const bool has = mine < at_once && first + mine < count;
      Entry entry{};
      if (has) entry = any ? entry_of(static_cast<Vertex>(first + mine), Key{0}) : cuda::ldcg(entries + first + mine);
      relax(walk, has, entry, any, limit, false);
    }
  }

  /// The hops that follow, of what this block found. Ends when nothing is left, or too much, or others should hear.
  __device__ void go_on(Shared& shared, cuda::Tally<W>& tally, Pushes<Key>& pushes, Walk<W, O>& walk) const {
    const unsigned warp = threadIdx.x / 32, block_warps = blockDim.x / 32;
    const unsigned mine = threadIdx.x % 32 / threads_per_entry;
    for (unsigned hop = 1;; ++hop) {
      __syncthreads();
      const std::uint32_t count = *shared.list_count(hop);
      if (count == 0 || count > local || hop >= hops) {
        pushes.finish(tally, hop, count < Shared::room ? count : Shared::room);
        return;
      }
      if (threadIdx.x == 0) *shared.list_count(hop + 2) = 0;
      pushes.for_hop(hop + 1);
      const Entry* const entries = shared.list(hop);
      const unsigned at_once = share<32 / threads_per_entry>(count, block_warps);
      for (std::uint32_t first = warp * at_once; first < count; first += block_warps * at_once) {
        const bool has = mine < at_once && first + mine < count;
        relax(walk, has, has ? entries[first + mine] : Entry{}, false, 0, !state.recheck);
      }
    }
  }

  static __device__ void relax(Walk<W, O>& walk, bool has, Entry entry, bool any, Key limit, bool own) {
    if constexpr (Slots != 0) {
      walk.template relax_heads<Slots>(has, entry, any, limit, own);
    } else {
      walk.relax_scan(has, entry, any, limit);
    }
  }

  __device__ void relax_hubs(std::uint64_t round, Walk<W, O>& walk) const {
    const std::uint32_t count = state.hubs.count(round);
    for (std::uint32_t i = warp(); i < count; i += warps()) {
      walk.relax_tile(cuda::ldcg(state.hubs.tiles + i));
    }
  }
};

}  // namespace wayfront::near_far
