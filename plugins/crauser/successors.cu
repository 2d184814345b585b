#include "successors.cuh"

#include "solver.cuh"

namespace wayfront::crauser {
namespace {

template <OffsetType O>
__global__ void count_parts(const O* offsets, Vertex vertices, unsigned hub_degree, unsigned long long* parts) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t v = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; v < vertices; v += step) {
    const O degree = offsets[v + 1] - offsets[v];
    if (degree > hub_degree) atomicAdd(parts, static_cast<unsigned long long>(hub_parts(degree)));
  }
}

template <OffsetType O>
void launch_count_parts(const O* offsets, Vertex vertices, unsigned hub_degree, unsigned long long* parts,
                        cudaStream_t stream) {
  constexpr unsigned block = 256;
  count_parts<<<std::min(vertices / block + 1, 4096U), block, 0, stream>>>(offsets, vertices, hub_degree, parts);
  WAYFRONT_CUDA(cudaGetLastError());
}

}  // namespace

template <WeightType W, OffsetType O>
std::uint64_t count_hub_parts(const CsrView<W, O>& graph, unsigned hub_degree, cudaStream_t stream) {
  const cuda::DeviceBuffer<unsigned long long> parts(1, "count of hubs", stream);
  parts.fill_bytes(0, stream);
  launch_count_parts(graph.offsets, graph.vertices, hub_degree, parts.data(), stream);
  unsigned long long counted = 0;
  WAYFRONT_CUDA(cudaMemcpyAsync(&counted, parts.data(), sizeof counted, cudaMemcpyDeviceToHost, stream));
  WAYFRONT_CUDA(cudaStreamSynchronize(stream));
  return counted;
}

std::unique_ptr<Solver> make_successors_solver(const Options& options, const Graph& graph, RunContext& context) {
  return visit(graph.csr(), [&]<class W, class O>(const CsrView<W, O>&) -> std::unique_ptr<Solver> {
    return std::make_unique<SolverOf<W, Successors<W, O>>>(options, graph, context);
  });
}

}  // namespace wayfront::crauser
