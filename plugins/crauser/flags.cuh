// frontier = "flags": the printed kernels, a thread to each vertex in each of three sweeps per round.
#pragma once

#include <cstdint>

#include "criterion.cuh"
#include "lightest_arcs.cuh"
#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/device_graph.hpp"
#include "wayfront/cuda/rounds.cuh"

namespace wayfront::crauser {

/// U and F of the paper, a byte per vertex each, and delta.
template <WeightType W>
struct FlagsState {
  Vertex vertices;
  Key* distances;
  std::uint8_t* unsettled;
  std::uint8_t* frontier;
  Criterion<W> criterion;
  Reduction reduction;

  template <class F>
  __device__ void for_each_vertex(const F& f) const {
    const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
    for (std::uint64_t v = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; v < vertices; v += step)
      f(static_cast<Vertex>(v));
  }

  __device__ void update(const cuda::Round<W>& round, cuda::Tally<W>& tally) const {
    for_each_vertex([&](Vertex v) {
      bool settles = false;
      if (unsettled[v] != 0) {
        const W distance = cuda::distance_of<W>(distances[v]);
        settles = distance != unreached<W> && criterion.settles(v, distance, round);
      }
      frontier[v] = settles ? 1 : 0;
      if (!settles) return;
      unsettled[v] = 0;
      ++tally.active;
    });
  }

  __device__ void minimum(cuda::Tally<W>& tally, MinimumMemory& memory) const {
    for_each_vertex([&](Vertex v) {
      if (unsettled[v] == 0) return;
      const W distance = cuda::distance_of<W>(distances[v]);
      if (distance != unreached<W>) criterion.waits(v, distance, tally);
    });
    find_minimum(reduction, tally, memory);
  }
};

/// direction = "successors".
template <WeightType W, OffsetType O>
struct OutArcs {
  CsrView<W, O> graph;

  __device__ void relax(const FlagsState<W>& state, cuda::Tally<W>& tally) const {
    state.for_each_vertex([&](Vertex u) {
      if (state.frontier[u] == 0) return;
      const W distance = cuda::distance_of<W>(state.distances[u]);
      const O end = graph.end(u);
      for (O arc = graph.begin(u); arc < end; ++arc) {
        const Vertex v = graph.targets[arc];
        ++tally.relaxed;
        if (state.unsettled[v] != 0 && cuda::relax(state.distances, v, saturating_add(distance, graph.weights[arc])))
          ++tally.improved;
      }
    });
  }
};

/// direction = "predecessors": nobody else writes a vertex's distance, and those of the frontier do not change.
template <WeightType W, OffsetType O>
struct InArcs {
  CscView<W, O> graph;

  __device__ void relax(const FlagsState<W>& state, cuda::Tally<W>& tally) const {
    state.for_each_vertex([&](Vertex v) {
      if (state.unsettled[v] == 0) return;
      const Key old = state.distances[v];
      Key min_distance = old;
      const O end = graph.end(v);
      for (O arc = graph.begin(v); arc < end; ++arc) {
        const Vertex u = graph.sources[arc];
        ++tally.relaxed;
        if (state.frontier[u] == 0) continue;
        const Key candidate =
            cuda::key_of(saturating_add(cuda::distance_of<W>(state.distances[u]), graph.weights[arc]));
        min_distance = candidate < min_distance ? candidate : min_distance;
      }
      if (min_distance == old) return;
      state.distances[v] = min_distance;
      ++tally.improved;
    });
  }
};

template <WeightType W, OffsetType O, class Arcs>
struct FlagsStep {
  static constexpr int phases = 3;
  static constexpr cuda::Kernels kernels = kernels_for<O>;
  using Shared = MinimumMemory;
  FlagsState<W> state;
  Arcs arcs;

  template <int Phase>
  __device__ void run(const cuda::Round<W>& round, cuda::Tally<W>& tally, Shared& shared) const {
    if constexpr (Phase == 0) {
      state.update(round, tally);
    } else if constexpr (Phase == 1) {
      arcs.relax(state, tally);
    } else {
      state.minimum(tally, shared);
    }
  }
};

/// What a solver keeps for it.
template <WeightType W, OffsetType O, Direction Towards>
class Flags {
 public:
  using Arcs = std::conditional_t<Towards == Direction::successors, OutArcs<W, O>, InArcs<W, O>>;
  using Step = FlagsStep<W, O, Arcs>;
  static constexpr bool thread_per_item = true;

  Flags(const Options& options, const Graph& graph, const Criterion<W>& criterion, RunContext& context,
        cudaStream_t stream)
      : shared_(cuda::DeviceGraph::of(graph, context)),
        unsettled_(graph.info().vertices, "flags of unsettled vertices", stream),
        frontier_(graph.info().vertices, "flags of the frontier", stream) {
    if constexpr (Towards == Direction::successors) {
      arcs_.graph = std::get<CsrView<W, O>>(shared_->csr(context));
    } else {
      arcs_.graph = std::get<CscView<W, O>>(shared_->csc(context));
    }
    state_ = {graph.info().vertices, nullptr, unsettled_.data(), frontier_.data(), criterion, options.reduction};
  }

  static constexpr std::array<unsigned, 4> phase_blocks(const Options& options) {
    return {options.update_block, options.relax_block, options.minimum_block};
  }

  void start(Vertex, Key* distances, cudaStream_t stream) {
    state_.distances = distances;
    unsettled_.fill_bytes(1, stream);
  }
  Step step() const { return {state_, arcs_}; }
  /// Threads for a round.
  std::uint64_t items(std::uint64_t, std::uint64_t) const { return state_.vertices; }
  const unsigned long long* pushed() const { return nullptr; }

 private:
  std::shared_ptr<const cuda::DeviceGraph> shared_;
  cuda::DeviceBuffer<std::uint8_t> unsettled_, frontier_;
  FlagsState<W> state_{};
  Arcs arcs_{};
};

}  // namespace wayfront::crauser
