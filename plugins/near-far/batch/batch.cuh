// Many sources, each solved by a block of its own (search.cuh). Sources go in waves through a few lanes, each a stream
// with memory of its own: while a wave is searched, the rows of the one before are on their way to the host.
#pragma once

#include <cstdint>
#include <vector>

#include "../core.cuh"
#include "../packed_graph.cuh"
#include "../piles.cuh"
#include "batch_graph.hpp"
#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/stream.hpp"
#include "wayfront/cuda/transfer.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::near_far {

/// One per solver, on the current device.
template <WeightType W>
class Batch {
 public:
  using Key = cuda::KeyOf<W>;

  /// By how much a limit moves up: where blocks hide each other's waiting, so that work counts, and where a block is
  /// alone on its multiprocessor, so that hops do.
  struct Deltas {
    W crowded, alone;
  };
  /// Waits. `csr` is on the device. All of it must outlive the batch.
  Batch(const HeadedView<W, std::uint32_t>& whole, const CsrView<W, std::uint32_t>& csr, const CoreView<W>& core,
        const Deltas& deltas);

  /// Solves from all sources of the problem; the output has whole rows, or, as its size says, rows of the targets alone.
  /// `is_reached`: the device may write to output.distances. Returns the rows that somebody else has to solve, as their far piles grew too large here.
  std::vector<std::uint32_t> run(const Problem& problem, Output& output, bool is_reached, cuda::Transfer& transfer,
                                 RunContext& context);

 private:
  struct Lane {
    cuda::Stream stream;  // outlives all that follows
    cuda::Event done;
    cuda::DeviceBuffer<Key> rows;
    cuda::DeviceBuffer<Entry<Key>> far;
    cuda::DeviceBuffer<W> answers;             // where rows are not as they are wanted
    cuda::DeviceBuffer<std::uint32_t> proved;  // with More::check
    std::uint32_t first = 0, count = 0;        // rows that it has not handed over
  };
  /// What lanes have memory for.
  struct Room {
    std::uint32_t rows = 0;
    std::uint64_t answers = 0;  // entries of a row; 0: rows are wanted as they are, or not at all
    bool proved = false;
    bool holds(const Room& other) const {
      return rows >= other.rows && answers >= other.answers && proved >= other.proved;
    }
  };
  class Call;

  /// Whether rows of the output have the targets alone.
  bool wants_targets(const Problem& problem, const Output& output) const {
    return !problem.more.targets.empty() && output.vertices != graph_.vertices();
  }
  void make_room(const Room& wanted);

  const CsrView<W, std::uint32_t> csr_;
  const Deltas deltas_;
  cuda::Stream stream_;  // outlives all that follows
  BatchGraph<W> graph_;
  unsigned shared_;  // bytes of a block, for distances in the core; 0: they are in device memory
  std::uint32_t far_capacity_;
  std::vector<Lane> lanes_;
  Room wanted_;             // of each lane
  std::uint32_t wave_ = 0;  // rows of each, for which there was memory
  cuda::DeviceBuffer<Vertex> sources_, targets_;
  cuda::DeviceBuffer<Reduction<W>> results_;
  cuda::DeviceBuffer<unsigned long long> work_;
  cuda::HostBuffer<std::uint32_t> gave_up_;
  cuda::HostBuffer<std::uint32_t> stop_;
};

}  // namespace wayfront::near_far
