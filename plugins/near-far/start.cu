// The choice of a solver, and what all of them start with.
#include "solver.cuh"

namespace wayfront::near_far {
namespace {

template <class Key>
__global__ void start(const Piles<Key> piles, Vertex source, Key* taken, Vertex vertices) {
  const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < 3) *piles.counts_of(i) = {i == 1 ? 1U : 0U, 0, 0, no_key<Key>};
  if (i == 0) *piles.near_of(1) = entry_of(source, Key{0});
  if (taken != nullptr && i < vertices) taken[i] = no_key<Key>;
}

}  // namespace

template <class Key>
void start_piles(const Piles<Key>& piles, Vertex source, Key* taken, Vertex vertices, cudaStream_t stream) {
  constexpr unsigned block = 256;
  start<<<taken == nullptr ? 1 : vertices / block + 1, block, 0, stream>>>(piles, source, taken, vertices);
  WAYFRONT_CUDA(cudaGetLastError());
}

template void start_piles(const Piles<std::int32_t>&, Vertex, std::int32_t*, Vertex, cudaStream_t);
template void start_piles(const Piles<long long>&, Vertex, long long*, Vertex, cudaStream_t);

std::unique_ptr<Solver> make_solver(const Options& options, const Graph& graph, RunContext& context) {
  return with_weight_type(graph.info().weights,
                          [&]<WeightType W>() { return make_solver_of<W>(options, graph, context); });
}

}  // namespace wayfront::near_far
