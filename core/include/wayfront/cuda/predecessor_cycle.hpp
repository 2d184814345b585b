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
  static constexpr int max_passes = 33;
  DeviceBuffer<Vertex> predecessors_;
  DeviceBuffer<Vertex> ancestors_;
  DeviceBuffer<std::uint32_t> alive_;  // one per pass
  HostBuffer<std::uint32_t> found_;
};

/// Looks for a cycle while the rounds go on: rarely enough to cost less than the rounds, and once |V| rounds have shown
/// that there is one, until it is found.
class CycleSearch {
 public:
  /// Without negative arcs (`negative` false) there is nothing to look for, and pause() never comes.
  CycleSearch(const PredecessorCycle& cycles, const Graph& graph, bool negative);

  /// The round after which the loop should stop and look() be called.
  std::uint64_t pause() const noexcept { return pause_; }

  /// After round pause() or later, or at the end: the cycle if one is found, else nothing, and pause() moves on. Throws
  /// Failure where distances keep falling and no cycle is found.
  /// `Loop` is a RoundLoop.
  template <class Loop>
  std::pmr::vector<Vertex> look(const Loop& loop, Transfer& transfer, RunContext& context) {
    return look(loop.rounds(), loop.waiting() != 0, loop.stream(), transfer, context);
  }

 private:
  std::pmr::vector<Vertex> look(std::uint64_t rounds, bool waits, cudaStream_t stream, Transfer& transfer,
                                RunContext& context);

  const PredecessorCycle& cycles_;
  const Graph& graph_;
  std::uint64_t enough_;  // rounds, without negative cycles
  std::uint64_t pause_;
};

}  // namespace wayfront::cuda
