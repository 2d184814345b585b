// A round of hbf, in phases: the frontier's vertices, the hubs among them, and with a lookup table two more that take
// duplicates out of what was pushed.
#pragma once

#include <cstdint>

#include "epochs.hpp"
#include "walk.cuh"
#include "wayfront/cuda/queue_frontier.cuh"

namespace wayfront::hbf {

/// Arcs [part * hub_tile, (part + 1) * hub_tile) out of a hub.
struct HubTile {
  Vertex vertex;  // or no_vertex
  std::uint32_t part;
};

/// The hubs of a round; three tails take turns as those of a vertex queue do.
struct HubQueue {
  HubTile* tiles;
  std::uint32_t* tails;
  std::uint32_t capacity;  // 0: no hubs are queued
  unsigned degree;         // more arcs make a hub

  __device__ std::uint32_t* tail(std::uint64_t round) const { return tails + 32 * (round % 3); }
  __device__ std::uint32_t count(std::uint64_t round) const {
    const std::uint32_t pushed = __ldcg(tail(round));
    return pushed < capacity ? pushed : capacity;
  }

  /// By a whole warp: queues the row that all lanes hold. False where it does not fit.
  template <class O>
  __device__ bool push(const Row<O>& row, std::uint64_t round) const {
    const auto parts = static_cast<std::uint32_t>((row.degree - 1) / hub_tile + 1);
    const unsigned lane = threadIdx.x % 32;
    std::uint32_t first = 0;
    if (lane == 0) first = atomicAdd(tail(round), parts);
    first = __shfl_sync(full_warp, first, 0);
    const bool fits = first + parts <= capacity;
    for (std::uint32_t part = lane; part < parts && first + part < capacity; part += 32)
      tiles[first + part] = {fits ? row.from.vertex : no_vertex, part};
    return fits;
  }
};

/// How vertices are dealt out to warps.
struct Dealing {
  bool scan;
  unsigned least, most;    // threads of a virtual warp
  unsigned workload;       // vertices of a warp
  std::uint64_t resident;  // threads that the device holds at once

  /// Threads per vertex: the fewer vertices, the more.
  WAYFRONT_HD unsigned virtual_warp(std::uint64_t vertices, std::uint64_t threads) const {
    unsigned size = most;
    while (size > least && size * vertices > threads) size /= 2;
    return size;
  }
  WAYFRONT_HD unsigned virtual_warp(std::uint64_t vertices) const { return virtual_warp(vertices, resident); }
};

/// With `Children`, vertices of high degree get a kernel of their own from the thread that finds them.
template <WeightType W, OffsetType O, class Labels, bool Children = false>
struct Step;

#ifdef __CUDACC_RDC__
/// The arcs of one hub, by as many blocks as they fill: launched by a thread that found it.
template <WeightType W, OffsetType O, class Labels>
__global__ void relax_hub(const Step<W, O, Labels, true> step, const std::uint64_t round, const Row<O> hub) {
  __shared__ StageMemory memory;
  cuda::Tally<W> tally;
  auto walk = step.walk(round, tally, memory);
  const std::uint64_t warps = std::uint64_t{gridDim.x} * blockDim.x / 32;
  for (std::uint64_t first = (std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x) / 32 * hub_tile; first < hub.degree;
       first += warps * hub_tile) {
    Row<O> row = hub;
    row.begin += static_cast<O>(first);
    row.degree = row.degree - static_cast<O>(first);
    if (row.degree > hub_tile) row.degree = hub_tile;
    cuda::deal_row(row, walk);
  }
  walk.finish();
  cuda::RoundSums& sums = step.sums[round % 3];
  const unsigned relaxed = __reduce_add_sync(full_warp, tally.relaxed);
  const unsigned improved = __reduce_add_sync(full_warp, tally.improved);
  const unsigned waiting = __reduce_add_sync(full_warp, tally.waiting);
  if (threadIdx.x % 32 != 0) return;
  if (relaxed != 0) atomicAdd(&sums.relaxed, static_cast<unsigned long long>(relaxed));
  if (improved != 0) atomicAdd(&sums.improved, static_cast<unsigned long long>(improved));
  if (waiting != 0) atomicAdd(&sums.waiting, static_cast<unsigned long long>(waiting));
}
#endif

template <WeightType W, OffsetType O, class Labels, bool Children>
struct Step {
  static constexpr int phases = 4;
  using Shared = StageMemory;

  State<W, O, Labels> state;
  cuda::QueueRef queue;   // the vertices of a round
  cuda::QueueRef raw;     // with a lookup table: what was pushed, duplicates among it
  std::uint32_t* lookup;  // or null
  HubQueue hubs;
  Dealing dealing;
  cuda::RoundSums* sums;  // where a hub's own kernel counts
  std::uint32_t alone;    // up to so many vertices, one block runs rounds by itself
  std::uint64_t* more;    // how many it ran beyond those of the loop
  Epochs epochs;          // max_alone numbers per round where one block may run alone

  static constexpr unsigned max_alone = 64;  // such rounds in a row

  WAYFRONT_HD bool runs(int phase) const { return phase == 0 || (phase == 1 ? hubs.capacity != 0 : lookup != nullptr); }

  template <int Phase>
  __device__ void run(const cuda::Round<W>& round, cuda::Tally<W>& tally, Shared& shared) const {
    if constexpr (Phase == 0) {
      relax_vertices(round, tally, shared);
    } else if constexpr (Phase == 1) {
      relax_hubs(round, tally, shared);
    } else if constexpr (Phase == 2) {
      note_positions(round.number);
    } else {
      keep_noted(round.number, tally, shared);
    }
  }

  /// For a part of a round that all blocks share.
  __device__ Walk<W, O, Labels> walk(std::uint64_t round, cuda::Tally<W>& tally, Shared& shared) const {
    const cuda::RoundQueue pushes = lookup != nullptr ? raw.at(round) : queue.at(round);
    return {state, epochs.of(round), round == 1, lookup == nullptr, tally, Stage(shared, pushes, state.direct)};
  }

 private:
  static __device__ std::uint64_t warps() { return std::uint64_t{gridDim.x} * blockDim.x / 32; }
  /// Neighbouring numbers are on different multiprocessors, so that few vertices use all of them.
  static __device__ std::uint64_t warp() { return std::uint64_t{threadIdx.x / 32} * gridDim.x + blockIdx.x; }

  __device__ void relax_vertices(const cuda::Round<W>& round, cuda::Tally<W>& tally, Shared& shared) const {
    if (blockIdx.x == 0 && threadIdx.x == 0) turn(round.number);
    if (round.active <= alone) {
      if (blockIdx.x == 0) relax_alone(round, tally, shared);
      return;
    }
    Walk<W, O, Labels> walk = this->walk(round.number, tally, shared);
    const cuda::RoundQueue taken = queue.at(round.number);
    const bool lost = round.active > queue.capacity;  // vertices, in the round before: then all are taken
    const std::uint64_t count = lost ? state.graph.vertices : round.active;
    const unsigned size = dealing.virtual_warp(count);
    const unsigned at_once = 32 / size;
    const std::uint64_t fair = (count + warps() - 1) / warps();
    const std::uint64_t share = fair < dealing.workload ? fair : dealing.workload;
    const std::uint64_t tile = share < at_once ? at_once : share / at_once * at_once;
    const unsigned lane = threadIdx.x % 32;
    for (std::uint64_t begin = warp() * tile; begin < count; begin += warps() * tile) {
      const std::uint64_t end = begin + tile < count ? begin + tile : count;
      for (std::uint64_t first = begin; first < end; first += at_once) {
        Row<O> row;
        if (lane < at_once && first + lane < end)
          row = walk.take(lost ? static_cast<Vertex>(first + lane)
                               : load(taken.now + first + lane, state.frontier_cache));
        hand_over_hubs(walk, row, round.number);
        if (dealing.scan) {
          walk.relax_scan(row);
        } else {
          walk.relax_virtual(row, size);
        }
      }
    }
    walk.finish();
  }

  /// Rounds of few vertices, by one block: they cost a barrier of its threads instead of one of the grid, and what
  /// they push stays in shared memory. Ends when nothing is left, or too much, or other blocks should hear of it.
  __device__ void relax_alone(const cuda::Round<W>& round, cuda::Tally<W>& tally, Shared& shared) const {
    const cuda::RoundQueue out = queue.at(round.number);
    const unsigned block_warps = blockDim.x / 32, lane = threadIdx.x % 32;
    auto count = static_cast<std::uint32_t>(round.active);
    for (unsigned done = 0;;) {
      const LocalList now = LocalList::of(shared, done + 1), next = LocalList::of(shared, done);
      if (threadIdx.x == 0) *next.count = 0;
      __syncthreads();
      Walk<W, O, Labels> walk(state, epochs.of(round.number) + done, round.number == 1 && done == 0, false, tally,
                              Stage(shared, out, next));
      const unsigned size = dealing.virtual_warp(count, blockDim.x);
      const unsigned at_once = 32 / size;
      for (std::uint32_t first = threadIdx.x / 32 * at_once; first < count; first += block_warps * at_once) {
        Row<O> row;
        if (lane < at_once && first + lane < count)
          row = walk.take(done == 0 ? load(out.now + first + lane, state.frontier_cache) : now.items[first + lane]);
        if (dealing.scan) {
          walk.relax_scan(row);
        } else {
          walk.relax_virtual(row, size);
        }
      }
      __syncthreads();
      count = *next.count;
      ++done;
      if (count != 0 && count <= alone && done < max_alone) continue;
      hand_back(next, count, out, tally, shared);
      if (threadIdx.x == 0) *more += done - 1;
      return;
    }
  }

  /// What is left in the block's list goes to the queue; what found no room in it is there.
  __device__ void hand_back(const LocalList& list, std::uint32_t count, const cuda::RoundQueue& out,
                            cuda::Tally<W>& tally, Shared& shared) const {
    if (count == 0) return;
    const std::uint32_t held = count < LocalList::room ? count : LocalList::room;
    if (threadIdx.x == 0) {
      shared.counts[2] = atomicAdd(out.tail, held);
      tally.waiting += count;
    }
    __syncthreads();
    for (std::uint32_t i = threadIdx.x; i < held; i += blockDim.x)
      if (shared.counts[2] + i < out.capacity) out.next[shared.counts[2] + i] = list.items[i];
  }

  /// Once per round.
  __device__ void turn(std::uint64_t round) const {
    queue.turn(round);
    if (lookup != nullptr) raw.turn(round);
    if (hubs.capacity != 0) *hubs.tail(round + 2) = 0;
  }

  /// The rows of hubs become empty; somebody else relaxes them.
  __device__ void hand_over_hubs(Walk<W, O, Labels>& walk, Row<O>& row, std::uint64_t round) const {
#ifdef __CUDACC_RDC__
    if (Children && row.degree > hubs.degree) {
      constexpr unsigned block = 256;
      const O tiles = (row.degree - 1) / hub_tile + 1;
      const auto blocks = static_cast<unsigned>((tiles + block / 32 - 1) / (block / 32));
      if constexpr (Children) relax_hub<W, O, Labels><<<blocks, block, 0, cudaStreamFireAndForget>>>(*this, round, row);
      if (cudaGetLastError() == cudaSuccess) row.degree = 0;  // else there are too many launches: the warp does it
    }
#endif
    if (hubs.capacity == 0) return;
    for (unsigned found = __ballot_sync(full_warp, row.degree > hubs.degree); found != 0; found &= found - 1) {
      const int owner = __ffs(static_cast<int>(found)) - 1;
      const bool queued = hubs.push(cuda::from_lane(row, static_cast<unsigned>(owner)), round);
      if (queued && threadIdx.x % 32 == static_cast<unsigned>(owner)) row.degree = 0;
    }
  }

  __device__ void relax_hubs(const cuda::Round<W>& round, cuda::Tally<W>& tally, Shared& shared) const {
    Walk<W, O, Labels> walk = this->walk(round.number, tally, shared);
    const std::uint32_t count = hubs.count(round.number);
    for (std::uint64_t i = warp(); i < count; i += warps()) {
      const HubTile tile = {__ldcg(&hubs.tiles[i].vertex), __ldcg(&hubs.tiles[i].part)};
      if (tile.vertex == no_vertex) continue;
      const Taken taken = state.labels.take(tile.vertex, epochs.of(round.number));
      if (taken.waits && state.defers) continue;
      const O skipped = O{tile.part} * hub_tile;
      Row<O> row{{tile.vertex, taken.key}, state.graph.offsets[tile.vertex] + skipped, 0};
      row.degree = state.graph.offsets[tile.vertex + 1] - row.begin;
      if (row.degree > hub_tile) row.degree = hub_tile;
      cuda::deal_row(row, walk);
    }
    walk.finish();
  }

  /// What a round pushed with duplicates; its entries are complete where there are not more than the capacity.
  __device__ std::uint32_t pushed(std::uint64_t round) const { return __ldcg(raw.tail_of(round + 1)); }

  /// Every entry writes its position to its vertex's place in the table; one of them stays there.
  __device__ void note_positions(std::uint64_t round) const {
    const std::uint32_t count = pushed(round);
    if (count > raw.capacity) return;
    const Vertex* const vertices = raw.at(round).next;
    for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += 32 * warps())
      lookup[__ldcg(vertices + i)] = static_cast<std::uint32_t>(i);
  }

  __device__ void keep_noted(std::uint64_t round, cuda::Tally<W>& tally, Shared& shared) const {
    const std::uint32_t count = pushed(round);
    Stage stage(shared, queue.at(round), state.direct);
    if (count > raw.capacity) {  // some are lost: the next round takes all vertices
      if (blockIdx.x == 0 && threadIdx.x == 0) tally.waiting += queue.capacity + 1;
    } else {
      const Vertex* const vertices = raw.at(round).next;
      for (std::uint64_t first = warp() * 32; first < count; first += 32 * warps()) {
        const std::uint64_t i = first + threadIdx.x % 32;
        const Vertex v = i < count ? __ldcg(vertices + i) : 0;
        const bool stays = i < count && __ldcg(lookup + v) == i;
        tally.waiting += stays ? 1 : 0;
        stage.push(stays, v);
      }
    }
    stage.finish();
  }
};

}  // namespace wayfront::hbf
