// A layout is the graph on the device in one form, with the kernels for it, in pieces if each solve copies it there.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "edge_bellman_ford.hpp"
#include "flag_frontier.cuh"
#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/relax.cuh"
#include "wayfront/cuda/round_loop.cuh"
#include "wayfront/cuda/rounds.cuh"
#include "wayfront/cuda/stream.hpp"
#include "wayfront/cuda/transfer.hpp"

namespace wayfront::edge_bellman_ford {

/// What the sweeps over arcs, vertices and matrix entries share: the state of a solve as kernels see it.
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

/// What prepare() has at hand.
struct Site {
  const Options& options;
  const Graph& graph;
  RunContext& context;
  cuda::Transfer& transfer;
  cudaStream_t stream;
};

/// A host array that goes to the device: where it is, or its page-locked copy.
class Source {
 public:
  Source(const void* array, std::uint64_t bytes, const Site& site) : array_(static_cast<const std::byte*>(array)) {
    if (!site.options.pinned) return;
    pinned_ = cuda::HostBuffer<std::byte>(bytes, "edge-bellman-ford: page-locked copy of the graph");
    site.context.parallel_for(bytes, std::uint64_t{1} << 20, [&](std::uint64_t begin, std::uint64_t end) {
      std::copy(array_ + begin, array_ + end, pinned_.data() + begin);
    });
    array_ = pinned_.data();
  }
  const std::byte* data() const { return array_; }

 private:
  const std::byte* array_;
  cuda::HostBuffer<std::byte> pinned_;
};

/// A part of the graph: its items (arcs, vertices, rows), and the bytes that have to be on the device before they are
/// swept.
struct Piece {
  struct Copy {
    std::byte* to;
    const std::byte* from;
    std::uint64_t bytes;
  };
  std::uint64_t begin;
  std::uint64_t end;
  std::vector<Copy> copies;
};

template <WeightType W>
class Layout {
 public:
  virtual ~Layout() = default;
  /// Threads that have something to do in a round.
  virtual std::uint64_t threads() const = 0;
  virtual void run(cuda::RoundLoop<W>& loop, const Sweep<W>& sweep, const cuda::LoopShape& shape,
                   const cuda::LoopLimits& limits, RunContext& context) const = 0;
  /// Round 1, while `copies` brings the graph: whenever a piece has arrived, all that is there is swept, active or not,
  /// so that distances are far ahead of one round when the last piece comes. With a double buffer each piece is swept
  /// once. Until the last piece is there, time belongs to Phase::upload.
  virtual void run_first(cuda::RoundLoop<W>& loop, const Sweep<W>& sweep, const cuda::LoopShape& shape,
                         cudaStream_t copies, RunContext& context) const = 0;
};

struct WaitAtEnd {
  cudaStream_t stream;
  ~WaitAtEnd() { WAYFRONT_CUDA_IGNORED(cudaStreamSynchronize(stream)); }
};

/// The layout whose part of a step is `Part`, a value that kernels take; `Memory` owns what it points to.
template <WeightType W, class Part, class Memory>
class LayoutOf final : public Layout<W> {
 public:
  LayoutOf(Memory memory, const Part& part, std::uint64_t items, std::uint64_t threads, std::vector<Piece> pieces)
      : memory_(std::move(memory)), part_(part), items_(items), threads_(threads), pieces_(std::move(pieces)) {}

  std::uint64_t threads() const override { return threads_; }

  void run(cuda::RoundLoop<W>& loop, const Sweep<W>& sweep, const cuda::LoopShape& shape,
           const cuda::LoopLimits& limits, RunContext& context) const override {
    cuda::run_rounds<W>(loop, EveryVertex<W>{}, SweepStep<W, Part>{sweep, part_, 0, items_}, shape, limits, context);
  }

  void run_first(cuda::RoundLoop<W>& loop, const Sweep<W>& sweep, const cuda::LoopShape& shape, cudaStream_t copies,
                 RunContext& context) const override {
    const WaitAtEnd no_copy_outlives_this_call{copies};
    const cuda::Event copied;
    copied.record(loop.stream());  // after the sweeps of the last solve
    copied.block(copies);
    Sweep<W> all = sweep;
    all.masked = sweep.masked && sweep.before != nullptr;
    bool first = true;
    context.phase(Phase::upload);
    for (const Piece& piece : pieces_) {
      for (const Piece::Copy& copy : piece.copies)
        WAYFRONT_CUDA(cudaMemcpyAsync(copy.to, copy.from, copy.bytes, cudaMemcpyHostToDevice, copies));
      copied.record(copies);
      copied.block(loop.stream());
      const std::uint64_t begin = sweep.before != nullptr ? piece.begin : 0;
      cuda::begin_round<W>(loop, EveryVertex<W>{}, SweepStep<W, Part>{all, part_, begin, piece.end, first}, shape);
      first = false;
      context.throw_if_cancelled();
    }
    copied.wait();
    context.phase(Phase::compute);
    cuda::end_round<W>(loop, EveryVertex<W>{}, SweepStep<W, Part>{sweep, part_, 0, items_}, shape, context);
  }

 private:
  Memory memory_;
  Part part_;
  std::uint64_t items_;
  std::uint64_t threads_;
  std::vector<Piece> pieces_;
};

/// `count` ranges that cover [0, items), of which empty ones are left out but the first.
inline std::vector<Piece> split(std::uint64_t items, unsigned count) {
  std::vector<Piece> pieces;
  for (unsigned i = 0; i < count; ++i) {
    const std::uint64_t begin = items / count * i + std::min<std::uint64_t>(items % count, i);
    const std::uint64_t end = items / count * (i + 1) + std::min<std::uint64_t>(items % count, i + 1);
    if (begin != end || i == 0) pieces.push_back({begin, end, {}});
  }
  return pieces;
}

/// Adds the bytes [begin, end) of an array to what a piece copies.
inline void add_copy(Piece& piece, void* to, const Source& from, std::uint64_t begin, std::uint64_t end) {
  if (begin != end) piece.copies.push_back({static_cast<std::byte*>(to) + begin, from.data() + begin, end - begin});
}

/// Adds the items [begin, end) of an array, of `size` bytes each.
inline void add_items(Piece& piece, void* to, const Source& from, std::uint64_t size, std::uint64_t begin,
                      std::uint64_t end) {
  add_copy(piece, to, from, size * begin, size * end);
}

}  // namespace wayfront::edge_bellman_ford
