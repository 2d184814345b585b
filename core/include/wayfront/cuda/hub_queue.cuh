// The rows of hubs, which are vertices of very many arcs, cut into tiles and queued: a phase of a round finds them, and
// in the next one all warps of the grid share their arcs.
#pragma once

#include <algorithm>
#include <cstdint>

#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/expand.cuh"
#include "wayfront/cuda/warp.cuh"
#include "wayfront/graph.hpp"
#include "wayfront/host_device.hpp"

namespace wayfront::cuda {

/// A part of a hub's row. Steps that need more than this to relax it have a tile of their own.
struct HubTile {
  Vertex vertex;  // no_vertex: its row did not fit as a whole
  std::uint32_t part;
};

/// All of it, by value. `Arcs` of a hub are in a tile. Three tails: a round pushes and reads one of them.
template <class Tile, unsigned Arcs>
struct HubRef {
  Tile* tiles;
  std::uint32_t* tails;    // three, in 128 bytes each
  std::uint32_t capacity;  // 0: no hub is queued
  unsigned degree;         // more arcs make a hub

  /// Tiles of a row of `arcs` arcs, at least one.
  template <OffsetType O>
  WAYFRONT_HD static O parts(O arcs) {
    return (arcs - 1) / Arcs + 1;
  }
  /// The arcs of one tile of a row.
  template <OffsetType O, class From>
  __device__ static Row<O, From> part_of(Row<O, From> row, std::uint32_t part) {
    const O skipped = O{part} * Arcs;
    row.begin += skipped;
    row.degree -= skipped;
    if (row.degree > Arcs) row.degree = Arcs;
    return row;
  }

  template <OffsetType O>
  __device__ bool is_hub(O arcs) const {
    return capacity != 0 && arcs > degree;
  }
  __device__ std::uint32_t* tail(std::uint64_t round) const { return tails + 32 * (round % 3); }
  /// Tiles that the round has pushed and that are there.
  __device__ std::uint32_t count(std::uint64_t round) const {
    const std::uint32_t pushed = __ldcg(tail(round));
    return pushed < capacity ? pushed : capacity;
  }
  /// Called by one thread of the grid in each round: clears the tail of the round after the next.
  __device__ void clear_ahead(std::uint64_t round) const { *tail(round + 2) = 0; }

  /// Queues a row of `parts` tiles, by a whole warp: put(place, part, fits) stores each tile that has a place. Returns
  /// whether all of them have one; where not, the tiles that are stored must be marked as void.
  template <class Put>
  __device__ bool push(std::uint32_t parts, std::uint64_t round, const Put& put) const {
    const unsigned lane = threadIdx.x % 32;
    std::uint32_t first = 0;
    if (lane == 0) first = atomicAdd(tail(round), parts);
    first = from_lane(first, 0);
    const bool fits = first + parts <= capacity;
    for (std::uint32_t part = lane; part < parts && first + part < capacity; part += 32)
      put(tiles + first + part, part, fits);
    return fits;
  }

  /// Queues the rows of those lanes whose vertex is a hub, by a whole warp. `arcs`, a lane's own number of arcs,
  /// becomes 0 where its row is queued. For tiles that are HubTile.
  template <OffsetType O>
  __device__ void push_hubs(Vertex vertex, O& arcs, std::uint64_t round) const {
    if (capacity == 0) return;
    for (unsigned found = __ballot_sync(full_warp, arcs > degree); found != 0; found &= found - 1) {
      const unsigned owner = static_cast<unsigned>(__ffs(static_cast<int>(found))) - 1;
      const Vertex hub = from_lane(vertex, owner);
      const auto count = static_cast<std::uint32_t>(parts(from_lane(arcs, owner)));
      const bool queued = push(count, round, [hub](Tile* place, std::uint32_t part, bool fits) {
        *place = {fits ? hub : no_vertex, part};
      });
      if (queued && threadIdx.x % 32 == owner) arcs = 0;
    }
  }
};

/// The owner. Rounds count from 1.
template <class Tile, unsigned Arcs>
class HubQueue {
 public:
  using Ref = HubRef<Tile, Arcs>;

  HubQueue() = default;
  /// `tiles`: what the rows of all hubs make; 0: there are no hubs, and nothing is allocated.
  HubQueue(std::uint64_t tiles, cudaStream_t stream) {
    if (tiles == 0) return;
    tiles_ = {std::min<std::uint64_t>(tiles + 64, 1U << 30), "queue of hubs", stream};
    tails_ = {96, "queue of hubs", stream};
  }

  /// Empties it; does not wait.
  void start(cudaStream_t stream) const { tails_.fill_bytes(0, stream); }
  /// Vertices of more than `degree` arcs are hubs.
  Ref ref(unsigned degree) const {
    return {tiles_.data(), tails_.data(), static_cast<std::uint32_t>(tiles_.size()), degree};
  }
  std::uint64_t capacity() const { return tiles_.size(); }

 private:
  DeviceBuffer<Tile> tiles_;
  DeviceBuffer<std::uint32_t> tails_;  // one in each 128 bytes
};

}  // namespace wayfront::cuda
