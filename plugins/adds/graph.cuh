// The graph as the workers read it: target and weight of an arc side by side, and long rows cut into tiles.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>

#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/device_graph.hpp"
#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/warp.cuh"
#include "wayfront/graph.hpp"
#include "wayfront/packed_arc.hpp"
#include "wayfront/run.hpp"

namespace wayfront::adds {

/// Tile t is the arcs [t << tile_bits, (t + 1) << tile_bits) as far as they belong to the row that holds the first of
/// them. A work item may name a tile of a long row instead of a vertex: number `vertices` + t.
inline constexpr unsigned tile_bits = 9;

template <WeightType W, OffsetType O>
struct TiledView : PackedView<W, O> {
  const Vertex* owners;  // of tiles: the vertex, set for those of long rows only
  O hub_degree;          // longer rows are cut into tiles
};

inline constexpr unsigned graph_block = 256;
inline constexpr std::uint64_t sample_size = std::uint64_t{1} << 18;

template <WeightType W, OffsetType O>
__global__ void pack(const CsrView<W, O> graph, PackedArc<W>* arcs) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * graph_block;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * graph_block + threadIdx.x; i < graph.edges; i += step)
    arcs[i] = {graph.targets[i], graph.weights[i]};
}

/// A thread looks at one vertex; the rows of hubs are few.
template <WeightType W, OffsetType O>
__global__ void own_tiles(const CsrView<W, O> graph, O hub_degree, Vertex* owners) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * graph_block;
  constexpr O tile = O{1} << tile_bits;
  for (std::uint64_t v = std::uint64_t{blockIdx.x} * graph_block + threadIdx.x; v < graph.vertices; v += step) {
    const O begin = graph.offsets[v], end = graph.offsets[v + 1];
    if (end - begin <= hub_degree) continue;
    for (O t = (begin + tile - 1) >> tile_bits; t <= (end - 1) >> tile_bits; ++t) owners[t] = static_cast<Vertex>(v);
  }
}

template <WeightType W, OffsetType O>
__global__ void sum_sample(const CsrView<W, O> graph, std::uint64_t stride, std::uint64_t samples, double* sum) {
  double mine = 0;
  const std::uint64_t step = std::uint64_t{gridDim.x} * graph_block;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * graph_block + threadIdx.x; i < samples; i += step)
    mine += static_cast<double>(graph.weights[i * stride]);
  mine = cuda::warp_sum(mine);
  if (threadIdx.x % 32 == 0) atomicAdd(sum, mine);
}

inline cuda::Grid grid_for(std::uint64_t threads) {
  return {cuda::blocks_for(threads, graph_block, 1U << 20), graph_block};
}

/// The owner, on the current device.
template <WeightType W, OffsetType O>
class TiledGraph {
 public:
  /// Waits.
  TiledGraph(const Graph& graph, RunContext& context, cudaStream_t stream);

  TiledView<W, O> view() const { return view_; }
  /// Of a sample of the arcs; 0 where there are none.
  double average_weight() const { return average_weight_; }

 private:
  std::shared_ptr<const cuda::DeviceGraph> shared_;
  cuda::DeviceBuffer<PackedArc<W>> arcs_;
  cuda::DeviceBuffer<Vertex> owners_;
  TiledView<W, O> view_{};
  double average_weight_ = 0;
};

template <WeightType W, OffsetType O>
TiledGraph<W, O>::TiledGraph(const Graph& graph, RunContext& context, cudaStream_t stream)
    : shared_(cuda::DeviceGraph::of(graph, context)) {
  const CsrView<W, O> csr = std::get<CsrView<W, O>>(shared_->csr(context));
  const std::uint64_t edges = csr.edges;
  const std::uint64_t tiles = (edges >> tile_bits) + 1;
  cuda::require_memory(edges * sizeof(PackedArc<W>) + tiles * sizeof(Vertex), "adds: arcs in pairs");
  arcs_ = {edges, "adds: arcs in pairs", stream};
  owners_ = {tiles, "adds: tiles of long rows", stream};
  // Tiles are numbered behind the vertices; no_vertex is not an item. Where there is no room, no row is cut.
  const bool room = csr.vertices + tiles < no_vertex;
  const O hub_degree = room ? O{2} << tile_bits : std::numeric_limits<O>::max();
  cuda::launch(pack<W, O>, grid_for(edges), stream, csr, arcs_.data());
  if (room) cuda::launch(own_tiles<W, O>, grid_for(csr.vertices), stream, csr, hub_degree, owners_.data());
  if (edges != 0) {
    const cuda::DeviceBuffer<double> sum(1, "adds: average weight", stream);
    sum.fill_bytes(0, stream);
    const std::uint64_t stride = (edges + sample_size - 1) / sample_size;
    const std::uint64_t samples = (edges - 1) / stride + 1;
    cuda::launch(sum_sample<W, O>, grid_for(samples), stream, csr, stride, samples, sum.data());
    average_weight_ = sum.read(stream)[0] / static_cast<double>(samples);
  }
  view_ = {{csr.vertices, csr.offsets, arcs_.data()}, owners_.data(), hub_degree};
}

}  // namespace wayfront::adds
