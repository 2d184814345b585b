#include "graph.cuh"

#include <limits>

#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/warp.cuh"

namespace wayfront::adds {
namespace {

constexpr unsigned block = 256;
constexpr std::uint64_t sample_size = std::uint64_t{1} << 18;

template <WeightType W, OffsetType O>
__global__ void pack(const CsrView<W, O> graph, PackedArc<W>* arcs) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * block;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * block + threadIdx.x; i < graph.edges; i += step)
    arcs[i] = {graph.targets[i], graph.weights[i]};
}

/// A thread looks at one vertex; the rows of hubs are few.
template <WeightType W, OffsetType O>
__global__ void own_tiles(const CsrView<W, O> graph, O hub_degree, Vertex* owners) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * block;
  constexpr O tile = O{1} << tile_bits;
  for (std::uint64_t v = std::uint64_t{blockIdx.x} * block + threadIdx.x; v < graph.vertices; v += step) {
    const O begin = graph.offsets[v], end = graph.offsets[v + 1];
    if (end - begin <= hub_degree) continue;
    for (O t = (begin + tile - 1) >> tile_bits; t <= (end - 1) >> tile_bits; ++t) owners[t] = static_cast<Vertex>(v);
  }
}

template <WeightType W, OffsetType O>
__global__ void sum_sample(const CsrView<W, O> graph, std::uint64_t stride, std::uint64_t samples, double* sum) {
  double mine = 0;
  const std::uint64_t step = std::uint64_t{gridDim.x} * block;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * block + threadIdx.x; i < samples; i += step)
    mine += static_cast<double>(graph.weights[i * stride]);
  mine = cuda::warp_sum(mine);
  if (threadIdx.x % 32 == 0) atomicAdd(sum, mine);
}

template <class Kernel, class... Arguments>
void launch(Kernel kernel, std::uint64_t threads, cudaStream_t stream, const Arguments&... arguments) {
  kernel<<<cuda::blocks_for(threads, block, 1U << 20), block, 0, stream>>>(arguments...);
  WAYFRONT_CUDA(cudaGetLastError());
}

}  // namespace

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
  launch(pack<W, O>, edges, stream, csr, arcs_.data());
  if (room) launch(own_tiles<W, O>, csr.vertices, stream, csr, hub_degree, owners_.data());
  if (edges != 0) {
    const cuda::DeviceBuffer<double> sum(1, "adds: average weight", stream);
    sum.fill_bytes(0, stream);
    const std::uint64_t stride = (edges + sample_size - 1) / sample_size;
    const std::uint64_t samples = (edges - 1) / stride + 1;
    launch(sum_sample<W, O>, samples, stream, csr, stride, samples, sum.data());
    double host = 0;
    WAYFRONT_CUDA(cudaMemcpyAsync(&host, sum.data(), sizeof host, cudaMemcpyDeviceToHost, stream));
    WAYFRONT_CUDA(cudaStreamSynchronize(stream));
    average_weight_ = host / static_cast<double>(samples);
  }
  view_ = {{csr.vertices, csr.offsets, arcs_.data()}, owners_.data(), hub_degree};
}

template class TiledGraph<std::int32_t, std::uint32_t>;
template class TiledGraph<std::int32_t, std::uint64_t>;
template class TiledGraph<float, std::uint32_t>;
template class TiledGraph<float, std::uint64_t>;

}  // namespace wayfront::adds
