// frontier = "queue", direction = "successors": the queue holds the reached unsettled vertices, each once.
#pragma once

#include <cstdint>

#include "criterion.cuh"
#include "lightest_arcs.cuh"
#include "relaxer.cuh"
#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/device_graph.hpp"
#include "wayfront/cuda/hub_queue.cuh"
#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/queue_frontier.cuh"
#include "wayfront/cuda/rounds.cuh"

namespace wayfront::crauser {

using HubQueue = cuda::HubQueue<cuda::HubTile, 256>;

template <WeightType W, OffsetType O>
struct SuccessorsStep {
  static constexpr int phases = 3;
  static constexpr cuda::Kernels kernels = kernels_for<O>;
  union Shared {
    cuda::StageMemory stage;
    MinimumMemory minimum;
  };

  CsrView<W, O> graph;
  Key* distances;
  Criterion<W> criterion;
  Reduction reduction;
  cuda::QueueRef queue;
  Key* snapshots;      // of the queue's entries: their distances when the minimum was found
  HubQueue::Ref hubs;  // a tile for each part of a hub, as each vertex is settled once
  unsigned long long* pushed;

  WAYFRONT_HD bool runs(int phase) const { return phase != 1 || hubs.capacity != 0; }

  template <int Phase>
  __device__ void run(const cuda::Round<W>& round, cuda::Tally<W>& tally, Shared& shared) const {
    if constexpr (Phase == 0) {
      if (blockIdx.x == 0 && threadIdx.x == 0) clear_ahead(round.number);
      Stage stage(shared.stage, queue.at(round.number));
      Relaxer<W, O> relaxer(graph, distances, stage, tally);
      settle(round, tally, stage, relaxer);
      stage.finish();
    } else if constexpr (Phase == 1) {
      Stage stage(shared.stage, queue.at(round.number));
      Relaxer<W, O> relaxer(graph, distances, stage, tally);
      relax_hubs(round.number, relaxer);
      stage.finish();
    } else {
      minimum(round.number, tally, shared.minimum);
    }
  }

 private:
  static __device__ std::uint64_t warps() { return std::uint64_t{gridDim.x} * blockDim.x / 32; }
  /// Neighbouring numbers are on different multiprocessors, so that few vertices use all of them.
  static __device__ std::uint64_t warp() { return std::uint64_t{threadIdx.x / 32} * gridDim.x + blockIdx.x; }

  /// Once per round.
  __device__ void clear_ahead(std::uint64_t round) const {
    queue.clear_ahead(round);
    if (hubs.capacity != 0) hubs.clear_ahead(round);
  }

  /// What the last round left is settled and relaxed, or queued again. A vertex settles by its distance as the minimum
  /// knew it: one that falls to the limit in this very round waits for the next, as in a sequential version.
  __device__ void settle(const cuda::Round<W>& round, cuda::Tally<W>& tally, Stage& stage,
                         Relaxer<W, O>& relaxer) const {
    const Vertex* const entries = queue.at(round.number).now;
    const std::uint64_t count = round.active;
    const std::uint64_t fair = (count + warps() - 1) / warps();
    const std::uint64_t tile = fair < 32 ? fair : 32;
    const unsigned lane = threadIdx.x % 32;
    for (std::uint64_t first = warp() * tile; first < count; first += warps() * tile) {
      const bool has = lane < tile && first + lane < count;
      Vertex vertex = 0;
      bool settles = false;
      Row<W, O> row;
      if (has) {
        vertex = __ldcg(entries + first + lane);
        row.from = cuda::distance_of<W>(__ldcg(snapshots + first + lane));
        settles = criterion.settles(vertex, row.from, round);
      }
      stage.push(has && !settles, vertex);
      if (settles) {
        ++tally.active;
        row.begin = graph.begin(vertex);
        row.degree = graph.end(vertex) - row.begin;
      }
      hubs.push_hubs(vertex, row.degree, round.number);
      cuda::expand_rows(row, relaxer);
    }
  }

  __device__ void relax_hubs(std::uint64_t round, Relaxer<W, O>& relaxer) const {
    const std::uint32_t count = hubs.count(round);
    for (std::uint64_t i = warp(); i < count; i += warps()) {
      const Vertex hub = __ldcg(&hubs.tiles[i].vertex);
      const std::uint32_t part = __ldcg(&hubs.tiles[i].part);
      const O begin = graph.begin(hub);
      const Row<W, O> row{cuda::fresh_distance<W>(distances, hub), begin, graph.end(hub) - begin};
      cuda::expand_row(HubQueue::Ref::part_of(row, part), relaxer);
    }
  }

  __device__ void minimum(std::uint64_t round, cuda::Tally<W>& tally, MinimumMemory& memory) const {
    const Vertex* const entries = queue.at(round).next;
    const std::uint32_t count = __ldcg(queue.tail_of(round + 1));
    const std::uint64_t step = 32 * warps();
    for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step) {
      const Vertex v = __ldcg(entries + i);
      const Key key = __ldcg(distances + v);
      snapshots[i] = key;
      criterion.waits(v, cuda::distance_of<W>(key), tally);
    }
    find_minimum(reduction, tally, memory);
    if (blockIdx.x == 0 && threadIdx.x == 0) *pushed += count;
  }
};

template <OffsetType O>
__global__ void count_parts(const O* offsets, Vertex vertices, unsigned hub_degree, unsigned long long* parts) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t v = cuda::grid_thread(); v < vertices; v += step) {
    const O degree = offsets[v + 1] - offsets[v];
    if (degree > hub_degree) atomicAdd(parts, static_cast<unsigned long long>(HubQueue::Ref::parts(degree)));
  }
}

/// Parts that the rows of all vertices of more than `hub_degree` arcs make. Waits.
template <WeightType W, OffsetType O>
std::uint64_t count_hub_parts(const CsrView<W, O>& graph, unsigned hub_degree, cudaStream_t stream) {
  const cuda::DeviceBuffer<unsigned long long> parts(1, "count of hubs", stream);
  parts.fill_bytes(0, stream);
  cuda::launch(count_parts<O>, {cuda::blocks_for(graph.vertices, 256, 4096), 256}, stream, graph.offsets,
               graph.vertices, hub_degree, parts.data());
  return parts.read(stream)[0];
}

/// What a solver keeps for it.
template <WeightType W, OffsetType O>
class Successors {
 public:
  static constexpr bool thread_per_item = false;  // else a loop of fewer threads does it
  using Step = SuccessorsStep<W, O>;

  Successors(const Options& options, const Graph& graph, const Criterion<W>& criterion, RunContext& context,
             cudaStream_t stream)
      : shared_(cuda::DeviceGraph::of(graph, context)),
        queue_(graph.info().vertices, stream),
        snapshots_(graph.info().vertices, "distances of queued vertices", stream),
        pushed_(1, "count of queued vertices", stream) {
    step_.graph = std::get<CsrView<W, O>>(shared_->csr(context));
    step_.criterion = criterion;
    step_.reduction = options.reduction;
    step_.queue = queue_.ref();
    step_.snapshots = snapshots_.data();
    step_.pushed = pushed_.data();
    hubs_ = HubQueue(count_hub_parts(step_.graph, options.hub_degree, stream), stream);
    step_.hubs = hubs_.ref(options.hub_degree);
  }

  static constexpr std::array<unsigned, 4> phase_blocks(const Options& options) {
    return {options.relax_block, options.relax_block, options.minimum_block};
  }

  void start(Vertex source, Key* distances, cudaStream_t stream) {
    step_.distances = distances;
    queue_.start(source, stream);
    WAYFRONT_CUDA(cudaMemsetAsync(snapshots_.data(), 0, sizeof(Key), stream));  // the source's
    pushed_.fill_bytes(0, stream);
    hubs_.start(stream);
  }
  Step step() const { return step_; }
  /// Threads for a round: a warp to each vertex, as its arcs may be many.
  std::uint64_t items(std::uint64_t waiting, std::uint64_t) const { return waiting * 32; }
  const unsigned long long* pushed() const { return pushed_.data(); }

 private:
  std::shared_ptr<const cuda::DeviceGraph> shared_;
  cuda::QueueFrontier queue_;
  cuda::DeviceBuffer<Key> snapshots_;
  cuda::DeviceBuffer<unsigned long long> pushed_;
  HubQueue hubs_;
  Step step_{};
};

}  // namespace wayfront::crauser
