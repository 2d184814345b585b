// Negative cycles, found in the predecessor graph while the rounds go on.
//
// Each vertex remembers the source of the arc that improved it last. As long as there is no negative cycle, those arcs
// tend to form a tree; a negative cycle, once the improvements have run around it, appears in them as a cycle, long
// before |V| rounds have passed. Several improvements of one vertex in one round may leave the wrong source behind, so
// a cycle is only believed after its weights have been added up on the host.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <memory_resource>
#include <vector>

#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/transfer.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::cuda {

class PredecessorCycle {
 public:
  PredecessorCycle() = default;
  PredecessorCycle(Vertex vertices, cudaStream_t stream);

  /// Where kernels store the source of an arc that improved a vertex: data()[target] = source.
  Vertex* data() const noexcept { return predecessors_.data(); }
  /// Forgets all; does not wait.
  void start(cudaStream_t stream) const { predecessors_.fill_bytes(0xff, stream); }

  /// A cycle of negative weight in what was stored, in the direction of its arcs, or nothing. Waits. Costs about
  /// log2(depth of the predecessor graph) passes over the vertices; only a cycle costs a copy to the host.
  /// `within_rounding` also takes a cycle of floats whose sum is not above zero by more than their rounding: for when
  /// the rounds have shown that something is wrong with one; the certificate decides.
  std::pmr::vector<Vertex> find(const Graph& graph, bool within_rounding, Transfer& transfer, RunContext& context,
                                cudaStream_t stream) const;

 private:
  static constexpr int most_passes = 33;
  DeviceBuffer<Vertex> predecessors_;
  DeviceBuffer<Vertex> ancestors_;
  DeviceBuffer<std::uint32_t> alive_;  // one per pass
  HostBuffer<std::uint32_t> found_;
};

/// The round after which to look for a cycle, given the last one: so seldom that the searches cost less than the
/// rounds.
constexpr std::uint64_t next_search(std::uint64_t round) { return round < 32 ? 32 : 2 * round; }

}  // namespace wayfront::cuda
