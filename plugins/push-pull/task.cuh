// What the kernel of a solve gets, and what its blocks share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "codes.hpp"
#include "push_pull.hpp"
#include "rows/sorted_rows.cuh"
#include "stage.cuh"
#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/grid_barrier.cuh"
#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/relax.cuh"
#include "wayfront/cuda/signal.cuh"
#include "wayfront/run.hpp"
#include "wayfront/status.hpp"

namespace wayfront::push_pull {

inline constexpr unsigned block_threads = 512;
inline constexpr unsigned bitmaps = max_levels + 2;  // one for each level, and two for what is pushed again
inline constexpr unsigned blocks_per_sm = 2;
inline constexpr unsigned slab = block_threads * 32;  // vertices that a block looks at in one go

/// Blocks of `kernel` for a multiprocessor, each with `shared` bytes. Throws Unsupported where not even one fits.
template <class Kernel>
unsigned resident_blocks(Kernel* kernel, std::size_t shared) {
  cuda::allow_shared_memory(kernel, shared);
  const unsigned resident = cuda::resident_blocks(kernel, block_threads, shared);
  if (resident == 0) throw Unsupported("push-pull: this device has too little shared memory");
  return std::min(resident, blocks_per_sm);
}

/// What solves did. Sums go on from solve to solve, the rest is the last solve's.
struct Report {
  unsigned long long settled, relaxed, improved;
  unsigned long long met;  // meetings of all blocks
  std::uint32_t stopped;
  Format format;         // of the answer
  std::uint32_t listed;  // distances in the list of an answer in codes
};

/// A part of a solve, between two meetings of all blocks.
struct TraceRecord {
  unsigned long long time;    // ns, at its end
  unsigned long long number;  // that was added up: for a level the arcs that its vertices have, in mean rows
  double limit;               // of a level its last distance, else +infinity
};
inline constexpr std::uint32_t trace_room = 4096;  // the last one has the time at the beginning

/// Hands a kernel's records on, as the rounds behind `rounds`. `begin` is the time of the first one: 0 before it is known.
inline void hand_on(const cuda::DeviceBuffer<TraceRecord>& trace, cudaStream_t stream, std::uint64_t parts,
                    std::uint64_t& rounds, unsigned long long& begin, RunContext& context) {
  const std::vector<TraceRecord> records = trace.read(stream);
  if (begin == 0) begin = records.back().time;
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(parts, trace_room - 1); ++i)
    context.trace({.round = ++rounds,
                   .active = records[i].number,
                   .relaxed = 0,
                   .improved = 0,
                   .limit = records[i].limit,
                   .seconds = static_cast<double>(records[i].time - begin) * 1e-9});
}

/// Words that blocks exchange; all zero at first, and left for the next solve as it needs them.
struct Control {
  cuda::BarrierWords barrier;
  Report sums;
  std::uint32_t levels[max_stages];    // bit l: pushes into level l of the stage
  unsigned long long cut[max_stages];  // ~key of the smallest distance beyond the stage's bound; 0: there is none
  std::uint32_t far[formats - 1];      // distances that are too far for a format of codes
  std::uint32_t listed;
  std::uint32_t blocks_done;
};

/// An arc that is looked at again while its ends are not settled.
template <WeightType W>
struct Link {
  std::uint32_t from, to;
  W weight;
};

template <class Arcs>
struct Task {
  using W = typename Arcs::Weight;
  using Key = cuda::KeyOf<W>;

  RowsView<Arcs> graph;
  Key* distances;          // all unreached at first
  Key* next_distances;     // of the next solve: this one clears them
  std::uint32_t* waiting;  // bitmaps of the pushers
  Link<W>* links;
  std::uint32_t links_of_block;
  std::uint32_t* candidates;
  std::uint32_t candidates_of_block;
  Control* control;
  Report* report;     // in the host's memory
  std::uint64_t met;  // meetings of the solves before
  W* answer;          // where it goes if it is whole
  CodesView<W> codes;
  cuda::Signal::Raiser done;
  TraceRecord* trace;         // null unless the run traces
  const std::uint32_t* stop;  // 1: the host gave up

  Vertex source;
  Stage<W> stage;             // before all
  float first_levels;         // of the first stage; 0: as many as the growth says
  std::uint64_t pull_most;    // arcs in of all that may pull
  double pull_at;             // arcs that the pull may be expected to look at
  float growth;               // of the mass that is settled, in each level: e^growth; or 0
  std::uint32_t mean_degree;  // the unit of mass, at least 1
  float mass;                 // of the whole graph
  W quantiles[32];            // of the weights
  std::uint32_t room;         // pieces that wait in a block
  std::uint32_t few;          // vertices of a round that does not take longer than one of a single vertex
  W lightest;                 // no weight is smaller

  /// no_number where it has no arcs.
  __device__ std::uint32_t source_number() const { return __ldg(graph.numbers + source); }
  __device__ std::uint32_t level_words() const { return graph.numbering.pushers() / 32; }
  /// Whether vertices that have `arcs` arcs in should pull, when all below `settled` are settled. They will look at
  /// arcs that are not much heavier than that, if what they need is settled, which most of the graph must be.
  __device__ bool pull_pays(std::uint64_t arcs, W settled) const {
    unsigned below = 0;
    for (const W quantile : quantiles) below += quantile <= settled;
    return arcs <= pull_most && static_cast<double>(arcs) * below / 32 <= pull_at;
  }
  /// After how many levels most of the graph is expected to be settled, when `settled` is.
  __device__ float levels_left(float settled) const {
    if (growth <= 0) return max_levels;
    return (__logf(mass / (settled < 1 ? 1 : settled)) + 1) / growth + 2;
  }
};

}  // namespace wayfront::push_pull
