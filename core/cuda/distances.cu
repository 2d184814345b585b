#include "wayfront/cuda/distances.cuh"

#include <cstdint>
#include <type_traits>

#include "wayfront/cuda/launch.cuh"

namespace wayfront::cuda {
namespace {

template <class Key>
__global__ void fill(Key* keys, Vertex vertices, Vertex source, Key value) {
  const std::uint64_t v = grid_thread();
  if (v < vertices) keys[v] = v == source ? 0 : value;
}

template <WeightType W>
__global__ void keys_to_distances(KeyOf<W>* keys, Vertex vertices) {
  const std::uint64_t v = grid_thread();
  if (v < vertices) reinterpret_cast<W*>(keys)[v] = distance_of<W>(keys[v]);
}

constexpr unsigned block = 256;

template <class Key>
void launch_fill(Key* keys, Vertex vertices, Vertex source, Key value, cudaStream_t stream) {
  fill<<<blocks_for(vertices, block), block, 0, stream>>>(keys, vertices, source, value);
  WAYFRONT_CUDA(cudaGetLastError());
}

template <WeightType W>
void launch_keys_to_distances(KeyOf<W>* keys, Vertex vertices, cudaStream_t stream) {
  keys_to_distances<W><<<blocks_for(vertices, block), block, 0, stream>>>(keys, vertices);
  WAYFRONT_CUDA(cudaGetLastError());
}

}  // namespace

template <WeightType W>
void Distances<W>::start(Vertex source, cudaStream_t stream) const {
  launch_fill(keys_.data(), static_cast<Vertex>(keys_.size()), source, unreached_key<W>, stream);
}

template <WeightType W>
void Distances<W>::write(Output& output, Transfer& transfer, RunContext& context, cudaStream_t stream) const {
  context.phase(Phase::download);
  if constexpr (std::is_floating_point_v<W>)
    launch_keys_to_distances<W>(keys_.data(), static_cast<Vertex>(keys_.size()), stream);
  transfer.to_host(output.distances_as<W>().data(), keys_.data(), keys_.bytes(), context, stream, output.memory);
}

template class Distances<std::int32_t>;
template class Distances<float>;
template class Distances<std::int64_t>;
template class Distances<double>;

}  // namespace wayfront::cuda
