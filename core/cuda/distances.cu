#include "wayfront/cuda/distances.cuh"

#include <cstdint>

#include "wayfront/cuda/launch.cuh"

namespace wayfront::cuda {
namespace {

__global__ void fill(Key* keys, Vertex vertices, Vertex source, Key value) {
  const std::uint64_t v = grid_thread();
  if (v < vertices) keys[v] = v == source ? 0 : value;
}

__global__ void keys_to_floats(Key* keys, Vertex vertices) {
  const std::uint64_t v = grid_thread();
  if (v < vertices) reinterpret_cast<float*>(keys)[v] = distance_of<float>(keys[v]);
}

constexpr unsigned block = 256;

void launch_fill(Key* keys, Vertex vertices, Vertex source, Key value, cudaStream_t stream) {
  fill<<<blocks_for(vertices, block), block, 0, stream>>>(keys, vertices, source, value);
  WAYFRONT_CUDA(cudaGetLastError());
}

void launch_keys_to_floats(Key* keys, Vertex vertices, cudaStream_t stream) {
  keys_to_floats<<<blocks_for(vertices, block), block, 0, stream>>>(keys, vertices);
  WAYFRONT_CUDA(cudaGetLastError());
}

}  // namespace

template <WeightType W>
void Distances::start(Vertex source, cudaStream_t stream) const {
  launch_fill(keys_.data(), static_cast<Vertex>(keys_.size()), source, unreached_key<W>, stream);
}

template <WeightType W>
void Distances::write(Output& output, Transfer& transfer, RunContext& context, cudaStream_t stream) const {
  context.phase(Phase::download);
  if constexpr (std::is_same_v<W, float>)
    launch_keys_to_floats(keys_.data(), static_cast<Vertex>(keys_.size()), stream);
  transfer.to_host(output.distances_as<W>().data(), keys_.data(), keys_.bytes(), context, stream);
}

template void Distances::start<std::int32_t>(Vertex, cudaStream_t) const;
template void Distances::start<float>(Vertex, cudaStream_t) const;
template void Distances::write<std::int32_t>(Output&, Transfer&, RunContext&, cudaStream_t) const;
template void Distances::write<float>(Output&, Transfer&, RunContext&, cudaStream_t) const;

}  // namespace wayfront::cuda
