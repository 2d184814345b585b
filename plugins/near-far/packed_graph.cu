// Packing: one pass over the arcs, which also adds up the weights, and one over the vertices.
#include "packed_graph.cuh"

#include <vector>

#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/relax.cuh"

namespace wayfront::near_far {
namespace {

constexpr unsigned packing_block = 256;

/// sums[blockIdx.x] becomes the sum of the weights that this block saw, added up in an order that is always the same.
template <WeightType W, OffsetType O>
__global__ void __launch_bounds__(packing_block)
    pack_arcs(const CsrView<W, O> graph, PackedArc<W>* arcs, double* sums) {
  __shared__ double parts[packing_block];
  double sum = 0;
  const std::uint64_t step = std::uint64_t{gridDim.x} * packing_block;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * packing_block + threadIdx.x; i < graph.edges; i += step) {
    store_arc(arcs + i, graph.targets[i], graph.weights[i]);
    sum += static_cast<double>(graph.weights[i]);
  }
  parts[threadIdx.x] = sum;
  for (unsigned half = packing_block / 2; half != 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) parts[threadIdx.x] += parts[threadIdx.x + half];
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = parts[0];
}

struct Counts {
  unsigned long long hub_tiles, thin_vertices;
};

/// A thread per slot of a head; the first of a vertex also counts its tiles if it is a hub, or itself if it is thin.
template <WeightType W, OffsetType O>
__global__ void __launch_bounds__(packing_block)
    make_heads(const PackedView<W, O> graph, ArcWordOf<W>* heads, unsigned hub_degree, Counts* counts) {
  unsigned thin = 0;
  const std::uint64_t step = std::uint64_t{gridDim.x} * packing_block;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * packing_block + threadIdx.x;
       i < std::uint64_t{head_arcs} * graph.vertices; i += step) {
    const O begin = graph.offsets[i / head_arcs];
    const O degree = graph.offsets[i / head_arcs + 1] - begin;
    const auto slot = static_cast<unsigned>(i % head_arcs);
    if (slot == 0 && degree > hub_degree)
      atomicAdd(&counts->hub_tiles, static_cast<unsigned long long>(HubQueue<cuda::KeyOf<W>>::Ref::parts(degree)));
    if (slot == 0 && degree <= 2) ++thin;
    if (heads == nullptr) continue;
    ArcWordOf<W> arc = no_arc<W>();
    if (slot < degree) arc = graph.words()[begin + slot];
    if (slot == head_arcs - 1 && degree > head_arcs) arc = more_arcs<W>();
    heads[i] = arc;
  }
  __shared__ unsigned block_thin;
  if (threadIdx.x == 0) block_thin = 0;
  __syncthreads();
  if (thin != 0) atomicAdd(&block_thin, thin);
  __syncthreads();
  if (threadIdx.x == 0 && block_thin != 0)
    atomicAdd(&counts->thin_vertices, static_cast<unsigned long long>(block_thin));
}

unsigned blocks_for(std::uint64_t threads) { return cuda::blocks_for(threads, packing_block, 4096); }

template <WeightType W, OffsetType O>
void launch_pack_arcs(const CsrView<W, O>& graph, PackedArc<W>* arcs, double* sums, unsigned blocks,
                      cudaStream_t stream) {
  pack_arcs<<<blocks, packing_block, 0, stream>>>(graph, arcs, sums);
  WAYFRONT_CUDA(cudaGetLastError());
}

template <WeightType W, OffsetType O>
void launch_make_heads(const PackedView<W, O>& graph, ArcWordOf<W>* heads, unsigned hub_degree, Counts* counts,
                       cudaStream_t stream) {
  make_heads<<<blocks_for(std::uint64_t{head_arcs} * graph.vertices), packing_block, 0, stream>>>(graph, heads,
                                                                                                  hub_degree, counts);
  WAYFRONT_CUDA(cudaGetLastError());
}

}  // namespace

template <WeightType W, OffsetType O>
PackedGraph<W, O>::PackedGraph(const Graph& graph, bool with_heads, unsigned hub_degree, RunContext& context,
                               cudaStream_t stream)
    : shared_(cuda::DeviceGraph::of(graph, context)) {
  const CsrView<W, O> csr = std::get<CsrView<W, O>>(shared_->csr(context));
  const std::uint64_t slots = with_heads ? std::uint64_t{head_arcs} * csr.vertices : 0;
  cuda::require_memory((csr.edges + slots) * sizeof(ArcWordOf<W>), "near-far: arcs as pairs");
  arcs_ = {csr.edges, "near-far: arcs as pairs", stream};
  if (slots != 0) heads_ = {slots, "near-far: heads of rows", stream};
  csr_ = csr;
  view_ = {{csr.vertices, csr.offsets, arcs_.data()}, heads_.data()};
  const unsigned blocks = blocks_for(csr.edges);
  const cuda::DeviceBuffer<double> sums(blocks, "near-far: sums of weights", stream);
  const cuda::DeviceBuffer<Counts> counts(1, "near-far: number of hubs", stream);
  counts.fill_bytes(0, stream);
  launch_pack_arcs(csr, arcs_.data(), sums.data(), blocks, stream);
  launch_make_heads<W, O>(view_, heads_.data(), hub_degree, counts.data(), stream);
  std::vector<double> sums_on_host(blocks);
  Counts counts_on_host{};
  WAYFRONT_CUDA(cudaMemcpyAsync(sums_on_host.data(), sums.data(), sums.bytes(), cudaMemcpyDeviceToHost, stream));
  WAYFRONT_CUDA(cudaMemcpyAsync(&counts_on_host, counts.data(), counts.bytes(), cudaMemcpyDeviceToHost, stream));
  WAYFRONT_CUDA(cudaStreamSynchronize(stream));
  hub_tiles_ = counts_on_host.hub_tiles;
  thin_vertices_ = counts_on_host.thin_vertices;
  double sum = 0;
  for (const double part : sums_on_host) sum += part;
  if (csr.edges != 0) mean_weight_ = sum / static_cast<double>(csr.edges);
}

template class PackedGraph<std::int32_t, std::uint32_t>;
template class PackedGraph<std::int32_t, std::uint64_t>;
template class PackedGraph<float, std::uint32_t>;
template class PackedGraph<float, std::uint64_t>;
template class PackedGraph<std::int64_t, std::uint32_t>;
template class PackedGraph<std::int64_t, std::uint64_t>;
template class PackedGraph<double, std::uint32_t>;
template class PackedGraph<double, std::uint64_t>;

}  // namespace wayfront::near_far
