// What the phases of a round have in common.
#pragma once

#include <cstdint>

#include "epochs.hpp"
#include "walk.cuh"
#include "wayfront/cuda/hub_queue.cuh"
#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/queue_frontier.cuh"
#include "wayfront/host_device.hpp"

namespace wayfront::hbf {

/// How the vertices of a round are split among warps, and a warp's threads among its vertices.
struct WorkSplit {
  bool scan;               // a warp spreads the arcs of its vertices evenly; else each vertex has a virtual warp
  unsigned min, max;       // threads of a virtual warp
  unsigned workload;       // vertices of a warp
  std::uint64_t resident;  // threads that the device holds at once

  /// Threads per vertex: the fewer vertices, the more.
  WAYFRONT_HD unsigned virtual_warp(std::uint64_t vertices, std::uint64_t threads) const {
    unsigned size = max;
    while (size > min && size * vertices > threads) size /= 2;
    return size;
  }
  WAYFRONT_HD unsigned virtual_warp(std::uint64_t vertices) const { return virtual_warp(vertices, resident); }
};

using HubQueue = cuda::HubQueue<cuda::HubTile, hub_tile>;

/// What drives the rounds, for which different kernels are compiled.
enum class Way : std::uint8_t {
  device,    // one kernel runs all rounds
  host,      // a kernel for each phase
  children,  // the same, and a kernel of its own for each hub (children.cu)
};

/// By value.
template <WeightType W, OffsetType O, class Labels>
struct Parts {
  State<W, O, Labels> state;
  cuda::QueueRef queue;   // the vertices of a round
  cuda::QueueRef raw;     // with a lookup table: what was pushed, duplicates among it
  std::uint32_t* lookup;  // or null
  HubQueue::Ref hubs;
  WorkSplit split;
  cuda::RoundSums<W>* sums;  // where a hub's own kernel counts
  std::uint32_t alone;       // up to this many vertices, one block runs rounds by itself
  std::uint64_t* more;       // how many it ran beyond those of the loop
  Epochs epochs;             // max_alone numbers per round where one block may run alone

  /// For a part of a round that all blocks share.
  __device__ Walk<W, O, Labels, QueuePushes> walk(std::uint64_t round, cuda::Tally<W>& tally,
                                                  StageMemory& memory) const {
    const cuda::QueueRound pushes = lookup != nullptr ? raw.at(round) : queue.at(round);
    return {state, epochs.of(round), round == 1, lookup == nullptr, tally, QueuePushes(memory, pushes, state.direct)};
  }

  /// By one thread of the grid, once per round.
  __device__ void clear_ahead(std::uint64_t round) const {
    queue.clear_ahead(round);
    if (lookup != nullptr) raw.clear_ahead(round);
    if (hubs.capacity != 0) hubs.clear_ahead(round);
  }
};

/// Warps of the grid, and the number of this one: neighbouring numbers are on different multiprocessors, so that few
/// vertices use all of them.
__device__ inline std::uint64_t grid_warps() { return std::uint64_t{gridDim.x} * blockDim.x / 32; }
__device__ inline std::uint64_t grid_warp() { return std::uint64_t{threadIdx.x / 32} * gridDim.x + blockIdx.x; }

}  // namespace wayfront::hbf
