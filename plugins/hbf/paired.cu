// Distance and round in one 64-bit word: dedup = "atomic64".
#include "solver.cuh"
#include "wayfront/cuda/launch.cuh"

namespace wayfront::hbf {
namespace {

using Key = PairedLabels::Key;

constexpr unsigned block = 256;

__global__ void fill(long long* words, Vertex vertices, Vertex source, long long value) {
  const std::uint64_t v = cuda::grid_thread();
  if (v < vertices) words[v] = v == source ? PairedLabels::word(0, 0) : value;
}

__global__ void split(const long long* words, Key* keys, Vertex vertices) {
  const std::uint64_t v = cuda::grid_thread();
  if (v < vertices) keys[v] = static_cast<Key>(words[v] >> 32);
}

__global__ void forget(long long* words, Vertex vertices) {
  const std::uint64_t v = cuda::grid_thread();
  if (v < vertices) words[v] = PairedLabels::word(static_cast<Key>(words[v] >> 32), 0);
}

}  // namespace

void start_words(long long* words, Vertex vertices, Vertex source, PairedLabels::Key unreached, cudaStream_t stream) {
  fill<<<cuda::blocks_for(vertices, block), block, 0, stream>>>(words, vertices, source,
                                                                PairedLabels::word(unreached, 0));
  WAYFRONT_CUDA(cudaGetLastError());
}

void forget_epochs(long long* words, Vertex vertices, cudaStream_t stream) {
  forget<<<cuda::blocks_for(vertices, block), block, 0, stream>>>(words, vertices);
  WAYFRONT_CUDA(cudaGetLastError());
}

void take_keys(const long long* words, PairedLabels::Key* keys, Vertex vertices, cudaStream_t stream) {
  split<<<cuda::blocks_for(vertices, block), block, 0, stream>>>(words, keys, vertices);
  WAYFRONT_CUDA(cudaGetLastError());
}

std::unique_ptr<Solver> make_paired_solver(const Options& options, const Graph& graph, RunContext& context) {
  return with_weight_type<capability::weights32>(graph.info().weights, [&]<WeightType W>() -> std::unique_ptr<Solver> {
    return make_solver_of<W, PairedLabels>(options, graph, context);
  });
}

}  // namespace wayfront::hbf
