#include "predecessors.cuh"

#include "solver.cuh"

namespace wayfront::crauser {
namespace {

__global__ void fill(cuda::QueueRef queue) {
  const std::uint64_t v = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (v < queue.capacity) queue.items[queue.capacity + v] = static_cast<Vertex>(v);  // round 1 reads the second array
  if (v == 0) *queue.tail_of(1) = queue.capacity;
}

}  // namespace

void queue_all(const cuda::QueueRef& queue, cudaStream_t stream) {
  constexpr unsigned block = 256;
  fill<<<queue.capacity / block + 1, block, 0, stream>>>(queue);
  WAYFRONT_CUDA(cudaGetLastError());
}

std::unique_ptr<Solver> make_predecessors_solver(const Options& options, const Graph& graph, RunContext& context) {
  return visit(graph.csr(), [&]<class W, class O>(const CsrView<W, O>&) -> std::unique_ptr<Solver> {
    return std::make_unique<SolverOf<W, Predecessors<W, O>>>(options, graph, context);
  });
}

}  // namespace wayfront::crauser
