// What the sweeps over arcs, vertices and matrix entries share: the state of a solve as kernels see it.
#pragma once

#include "flag_frontier.cuh"
#include "wayfront/cuda/relax.cuh"
#include "wayfront/cuda/round_loop.cuh"

namespace wayfront::edge_bellman_ford {

template <WeightType W>
struct Sweep {
  Vertex vertices;
  cuda::KeyOf<W>* distances;
  cuda::KeyOf<W>* before;  // with a double buffer: the distances that rounds read; else null
  cuda::FlagRef flags;
  bool masked;
  Vertex* predecessors;  // null unless negative cycles are possible

  /// Whether the arcs out of u are to be relaxed, and from which distance.
  __device__ bool takes(const cuda::FlagRound& flags_now, Vertex u, W& distance) const {
    if (masked && !flags_now.active(u)) return false;
    distance = cuda::distance_of<W>((before != nullptr ? before : distances)[u]);
    return distance != unreached<W>;
  }

  /// Relaxes an arc against whoever else improves v.
  __device__ void relax(const cuda::FlagRound& flags_now, Vertex u, Vertex v, W candidate,
                        cuda::Tally<W>& tally) const {
    if (cuda::relax(distances, v, candidate)) improved(flags_now, u, v, tally);
  }

  __device__ void improved(const cuda::FlagRound& flags_now, Vertex u, Vertex v, cuda::Tally<W>& tally) const {
    flags_now.push(v);
    if (predecessors != nullptr) predecessors[v] = u;
    ++tally.improved;
    ++tally.waiting;
  }

  /// Once per round: clears the flags of the round after the next, and counts the vertices of this one.
  __device__ void count_active(std::uint64_t round, cuda::Tally<W>& tally) const {
    const std::uint32_t active = flags.clear_ahead(round);
    if (masked) {
      tally.active += active;
    } else if (blockIdx.x == 0 && threadIdx.x == 0) {
      tally.active += vertices;
    }
  }

  /// The second phase with a double buffer: what the round changed is what the next one reads.
  __device__ void copy_changes(std::uint64_t round) const {
    const cuda::FlagRound next = flags.at(round + 1);
    const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
    for (std::uint64_t v = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; v < vertices; v += step)
      if (next.active(static_cast<Vertex>(v))) before[v] = distances[v];
  }
};

/// The frame of every step here: `Part` says what a thread does in a part of the graph, [begin, end) in its own unit.
template <WeightType W, class Part>
struct SweepStep {
  static constexpr int phases = 2;
  struct Shared {};
  Sweep<W> sweep;
  Part part;
  std::uint64_t begin;
  std::uint64_t end;
  bool counts = true;  // false for all but one of several sweeps of a round

  WAYFRONT_HD bool runs(int phase) const { return phase == 0 || sweep.before != nullptr; }

  template <int Phase>
  __device__ void run(const cuda::Round<W>& round, cuda::Tally<W>& tally, Shared&) const {
    if constexpr (Phase == 0) {
      part.relax(sweep, sweep.flags.at(round.number), begin, end, tally);
      if (counts) sweep.count_active(round.number, tally);
    } else {
      sweep.copy_changes(round.number);
    }
  }
};

}  // namespace wayfront::edge_bellman_ford
