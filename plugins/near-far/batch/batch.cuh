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

  /// Waits. `csr` is on the device. All of it must outlive the batch. `delta` is how far a limit moves.
  Batch(const HeadedView<W, std::uint32_t>& whole, const CsrView<W, std::uint32_t>& csr, const CoreView<W>& core,
        W delta);

  /// Solves from problem.sources; targets are left alone. `is_reached`: the device may write to output.distances.
  /// Returns the rows that somebody else has to solve, as their far piles grew too large here.
  std::vector<std::uint32_t> run(const Problem& problem, Output& output, bool is_reached, cuda::Transfer& transfer,
                                 RunContext& context);

 private:
  struct Lane {
    cuda::Stream stream;  // outlives all that follows
    cuda::Event done;
    cuda::DeviceBuffer<Key> rows;
    cuda::DeviceBuffer<Entry<Key>> far;
    cuda::DeviceBuffer<W> answers;             // where rows are not in the order of the vertices
    cuda::DeviceBuffer<std::uint32_t> proved;  // with Problem::check
    std::uint32_t first = 0, count = 0;        // rows that it has not handed over
  };
  /// What lanes have memory for.
  struct Room {
    std::uint32_t rows = 0;
    bool answers = false, proved = false;
    bool holds(const Room& other) const {
      return rows >= other.rows && answers >= other.answers && proved >= other.proved;
    }
  };
  class Call;

  void make_room(const Room& wanted);

  const CsrView<W, std::uint32_t> csr_;
  const W delta_;
  cuda::Stream stream_;  // outlives all that follows
  BatchGraph<W> graph_;
  std::uint32_t far_capacity_;
  std::vector<Lane> lanes_;
  Room wanted_;             // of each lane
  std::uint32_t wave_ = 0;  // rows of each, for which there was memory
  cuda::DeviceBuffer<Vertex> sources_;
  cuda::DeviceBuffer<Reduction<W>> results_;
  cuda::DeviceBuffer<unsigned long long> work_;
  cuda::HostBuffer<std::uint32_t> gave_up_;
  cuda::HostBuffer<std::uint32_t> stop_;
};

}  // namespace wayfront::near_far
