// Distances and rounds in 64-bit words, all of them at a time.
#include "labels.cuh"
#include "wayfront/cuda/launch.cuh"

namespace wayfront::hbf {
namespace {

using Key = PairedLabels::Key;

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

cuda::Grid grid_for(Vertex vertices) { return {cuda::blocks_for(vertices, 256), 256}; }

}  // namespace

void start_words(long long* words, Vertex vertices, Vertex source, PairedLabels::Key unreached, cudaStream_t stream) {
  cuda::launch(fill, grid_for(vertices), stream, words, vertices, source, PairedLabels::word(unreached, 0));
}

void forget_epochs(long long* words, Vertex vertices, cudaStream_t stream) {
  cuda::launch(forget, grid_for(vertices), stream, words, vertices);
}

void take_keys(const long long* words, PairedLabels::Key* keys, Vertex vertices, cudaStream_t stream) {
  cuda::launch(split, grid_for(vertices), stream, words, keys, vertices);
}

}  // namespace wayfront::hbf
