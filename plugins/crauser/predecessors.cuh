// frontier = "queue", direction = "predecessors": the queue holds all unsettled vertices, unreached ones among them.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "criterion.cuh"
#include "lightest_arcs.cuh"
#include "relaxer.cuh"
#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/device_graph.hpp"
#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/queue_frontier.cuh"
#include "wayfront/cuda/rounds.cuh"
#include "wayfront/cuda/stage.cuh"

namespace wayfront::crauser {

template <WeightType W, OffsetType O>
struct PredecessorsStep {
  static constexpr int phases = 2;
  static constexpr cuda::Kernels kernels = kernels_for<O>;
  union Shared {
    cuda::StageMemory stage;
    MinimumMemory minimum;
  };

  CscView<W, O> graph;
  Key* distances;
  Criterion<W> criterion;
  Reduction reduction;
  cuda::QueueRef queue;
  Key* snapshots;        // of the queue's entries
  std::uint8_t* stamps;  // of the round that settled a vertex, or of one 255 rounds apart; 0 of unsettled ones
  unsigned lanes;        // that share the arcs into a vertex, a power of two
  unsigned long long* pushed;

  template <int Phase>
  __device__ void run(const cuda::Round<W>& round, cuda::Tally<W>& tally, Shared& shared) const {
    if constexpr (Phase == 0) {
      if (blockIdx.x == 0 && threadIdx.x == 0) queue.clear_ahead(round.number);
      settle(round, tally, shared.stage);
    } else {
      relax(round.number, tally);
      find_minimum(reduction, tally, shared.minimum);
    }
  }

 private:
  static __device__ std::uint64_t threads() { return std::uint64_t{gridDim.x} * blockDim.x; }
  static __device__ std::uint64_t thread() { return std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; }
  static __device__ std::uint8_t stamp(std::uint64_t round) { return static_cast<std::uint8_t>(round % 255 + 1); }

  __device__ void settle(const cuda::Round<W>& round, cuda::Tally<W>& tally, cuda::StageMemory& memory) const {
    Stage stage(memory, queue.at(round.number));
    const Vertex* const entries = queue.at(round.number).now;
    const std::uint32_t count = __ldcg(queue.tail_of(round.number));
    for (std::uint64_t first = thread() / 32 * 32; first < count; first += threads()) {
      const std::uint64_t i = first + threadIdx.x % 32;
      const bool has = i < count;
      Vertex vertex = 0;
      bool settles = false;
      if (has) {
        vertex = __ldcg(entries + i);
        const W distance = cuda::distance_of<W>(__ldcg(snapshots + i));
        settles = distance != unreached<W> && criterion.settles(vertex, distance, round);
      }
      if (settles) {
        stamps[vertex] = stamp(round.number);
        ++tally.active;
      }
      stage.push(has && !settles, vertex);
    }
    stage.finish();
  }

  /// A vertex looks at the predecessors that the round has settled. A stamp of 255 rounds ago does no harm: such a
  /// predecessor is final and has been looked at. What is found is the vertex's part of the minimum, too.
  __device__ void relax(std::uint64_t round, cuda::Tally<W>& tally) const {
    const Vertex* const entries = queue.at(round).next;
    const std::uint32_t count = __ldcg(queue.tail_of(round + 1));
    const std::uint8_t wanted = stamp(round);
    const unsigned lane = threadIdx.x % lanes;
    for (std::uint64_t first = thread() / 32 * (32 / lanes); first < count; first += threads() / lanes) {
      const std::uint64_t i = first + threadIdx.x % 32 / lanes;
      Vertex vertex = 0;
      Key old = cuda::unreached_key<W>, min_distance = old;
      if (i < count) {
        vertex = __ldcg(entries + i);
        old = min_distance = distances[vertex];
        const O end = graph.end(vertex);
        for (O arc = graph.begin(vertex) + lane; arc < end; arc += lanes) {
          const Vertex from = graph.sources[arc];
          ++tally.relaxed;
          if (stamps[from] != wanted) continue;
          const Key candidate = cuda::key_of(saturating_add(cuda::distance_of<W>(distances[from]), graph.weights[arc]));
          min_distance = candidate < min_distance ? candidate : min_distance;
        }
      }
      __syncwarp();
      for (unsigned half = lanes / 2; half != 0; half /= 2) {
        const Key other = __shfl_xor_sync(cuda::full_warp, min_distance, half);
        min_distance = other < min_distance ? other : min_distance;
      }
      if (i >= count || lane != 0) continue;
      if (min_distance < old) {
        distances[vertex] = min_distance;
        ++tally.improved;
      }
      snapshots[i] = min_distance;
      if (min_distance != cuda::unreached_key<W>) criterion.waits(vertex, cuda::distance_of<W>(min_distance), tally);
    }
    if (thread() == 0) *pushed += count;
  }
};

namespace {

__global__ void fill_queue(cuda::QueueRef queue) {
  const std::uint64_t v = cuda::grid_thread();
  if (v < queue.capacity) queue.items[queue.capacity + v] = static_cast<Vertex>(v);  // round 1 reads the second array
  if (v == 0) *queue.tail_of(1) = queue.capacity;
}

/// Makes all vertices active in round 1; does not wait.
void queue_all(const cuda::QueueRef& queue, cudaStream_t stream) {
  cuda::launch(fill_queue, {cuda::blocks_for(queue.capacity, 256), 256}, stream, queue);
}

}  // namespace

/// What a solver keeps for it.
template <WeightType W, OffsetType O>
class Predecessors {
 public:
  static constexpr bool thread_per_item = false;  // else a loop of fewer threads does it
  using Step = PredecessorsStep<W, O>;

  Predecessors(const Options& options, const Graph& graph, const Criterion<W>& criterion, RunContext& context,
               cudaStream_t stream)
      : vertices_(graph.info().vertices),
        shared_(cuda::DeviceGraph::of(graph, context)),
        queue_(vertices_, stream),
        snapshots_(vertices_, "distances of queued vertices", stream),
        stamps_(vertices_, "rounds of settled vertices", stream),
        pushed_(1, "count of queued vertices", stream) {
    step_.graph = std::get<CscView<W, O>>(shared_->csc(context));
    step_.criterion = criterion;
    step_.reduction = options.reduction;
    step_.queue = queue_.ref();
    step_.snapshots = snapshots_.data();
    step_.stamps = stamps_.data();
    const std::uint64_t degree = vertices_ == 0 ? 0 : graph.info().edges / vertices_;
    step_.lanes =
        static_cast<unsigned>(std::min<std::uint64_t>(32, std::bit_floor(std::max<std::uint64_t>(degree, 1))));
    step_.pushed = pushed_.data();
  }

  static constexpr std::array<unsigned, 4> phase_blocks(const Options& options) {
    return {options.update_block, options.relax_block};
  }

  void start(Vertex, Key* distances, cudaStream_t stream) {
    step_.distances = distances;
    queue_.start(0, stream);
    queue_all(queue_.ref(), stream);
    WAYFRONT_CUDA(cudaMemcpyAsync(snapshots_.data(), distances, snapshots_.bytes(), cudaMemcpyDeviceToDevice, stream));
    stamps_.fill_bytes(0, stream);
    pushed_.fill_bytes(0, stream);
  }
  Step step() const { return step_; }
  /// Threads for a round.
  std::uint64_t items(std::uint64_t, std::uint64_t settled) const { return (vertices_ - settled) * step_.lanes; }
  const unsigned long long* pushed() const { return pushed_.data(); }

 private:
  const Vertex vertices_;
  std::shared_ptr<const cuda::DeviceGraph> shared_;
  cuda::QueueFrontier queue_;
  cuda::DeviceBuffer<Key> snapshots_;
  cuda::DeviceBuffer<std::uint8_t> stamps_;
  cuda::DeviceBuffer<unsigned long long> pushed_;
  Step step_{};
};

}  // namespace wayfront::crauser
