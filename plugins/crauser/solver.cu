// The solver for each form of the frontier and each direction. In one file, because CUB alone takes seconds to read.
#include "solver.cuh"

#include "flags.cuh"
#include "predecessors.cuh"
#include "successors.cuh"
#include "wayfront/cuda/launch.cuh"

namespace wayfront::crauser {
namespace {

constexpr unsigned block = 256;

template <OffsetType O>
__global__ void count_parts(const O* offsets, Vertex vertices, unsigned hub_degree, unsigned long long* parts) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t v = cuda::grid_thread(); v < vertices; v += step) {
    const O degree = offsets[v + 1] - offsets[v];
    if (degree > hub_degree) atomicAdd(parts, static_cast<unsigned long long>(HubQueue::Ref::parts(degree)));
  }
}

template <OffsetType O>
void launch_count_parts(const O* offsets, Vertex vertices, unsigned hub_degree, unsigned long long* parts,
                        cudaStream_t stream) {
  count_parts<<<cuda::blocks_for(vertices, block, 4096), block, 0, stream>>>(offsets, vertices, hub_degree, parts);
  WAYFRONT_CUDA(cudaGetLastError());
}

__global__ void fill(cuda::QueueRef queue) {
  const std::uint64_t v = cuda::grid_thread();
  if (v < queue.capacity) queue.items[queue.capacity + v] = static_cast<Vertex>(v);  // round 1 reads the second array
  if (v == 0) *queue.tail_of(1) = queue.capacity;
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

void queue_all(const cuda::QueueRef& queue, cudaStream_t stream) {
  fill<<<cuda::blocks_for(queue.capacity, block), block, 0, stream>>>(queue);
  WAYFRONT_CUDA(cudaGetLastError());
}

std::unique_ptr<Solver> make_solver(const Options& options, const Graph& graph, RunContext& context) {
  return visit<capability::weights32>(
      graph.csr(), [&]<class W, class O>(const CsrView<W, O>&) -> std::unique_ptr<Solver> {
        const bool successors = options.direction == Direction::successors;
        if (options.frontier == Form::flags) {
          if (successors)
            return std::make_unique<SolverOf<W, Flags<W, O, Direction::successors>>>(options, graph, context);
          return std::make_unique<SolverOf<W, Flags<W, O, Direction::predecessors>>>(options, graph, context);
        }
        if (successors) return std::make_unique<SolverOf<W, Successors<W, O>>>(options, graph, context);
        return std::make_unique<SolverOf<W, Predecessors<W, O>>>(options, graph, context);
      });
}

}  // namespace wayfront::crauser
