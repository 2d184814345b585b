// int32 weights.
#include "solver.cuh"

namespace wayfront::near_far {
namespace {

__global__ void start(const Piles piles, Vertex source, Key* taken, Vertex vertices) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < 3) *piles.counts_of(i) = {i == 1 ? 1U : 0U, 0, 0, no_key};
  if (i == 0) *piles.near_of(1) = entry_of(source, 0);
  if (taken != nullptr && i < vertices) taken[i] = no_key;
}

}  // namespace

void start_piles(const Piles& piles, Vertex source, Key* taken, Vertex vertices, cudaStream_t stream) {
  constexpr unsigned block = 256;
  start<<<taken == nullptr ? 1 : vertices / block + 1, block, 0, stream>>>(piles, source, taken, vertices);
  WAYFRONT_CUDA(cudaGetLastError());
}

template <>
std::unique_ptr<Solver> make_solver_of<std::int32_t>(const Options& options, const Graph& graph, RunContext& context) {
  if (graph.info().offsets == OffsetKind::offsets64)
    return make_mapped_solver<std::int32_t, std::uint64_t>(options, graph, context);
  return make_mapped_solver<std::int32_t, std::uint32_t>(options, graph, context);
}

template <>
std::unique_ptr<Solver> make_solver_of<float>(const Options& options, const Graph& graph, RunContext& context);

std::unique_ptr<Solver> make_solver(const Options& options, const Graph& graph, RunContext& context) {
  return graph.info().weights == WeightKind::float32 ? make_solver_of<float>(options, graph, context)
                                                     : make_solver_of<std::int32_t>(options, graph, context);
}

}  // namespace wayfront::near_far
