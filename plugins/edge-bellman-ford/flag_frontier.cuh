// A frontier as one byte per vertex: for sweeps that look at every arc or vertex anyway. Keeps no duplicates. The owner
// is FlagFrontier; a kernel takes a FlagRef by value, and a round uses its part of it, a FlagRound.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "wayfront/cuda/buffer.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/rounds.hpp"

namespace wayfront::cuda {

/// A round's part of the frontier, by value.
struct FlagRound {
  const std::uint8_t* now;
  std::uint8_t* next;
  __device__ bool active(Vertex v) const { return now[v] != 0; }
  /// v takes part in the next round. Several threads may push the same vertex.
  __device__ void push(Vertex v) const { next[v] = 1; }
};
static_assert(FrontierRef<FlagRound>);

/// All of it, by value: three arrays in turn, so that a round can clear the one after the next while it reads one and
/// writes another, and needs no barrier of its own for that.
struct FlagRef {
  std::uint8_t* flags;   // three arrays of `stride` bytes
  std::uint64_t stride;  // a multiple of 4

  __device__ FlagRound at(std::uint64_t round) const {
    return {flags + stride * (round % 3), flags + stride * ((round + 1) % 3)};
  }
  /// Called by every thread of the grid in each round, before or after the relaxations: clears what the round after the
  /// next will write. Returns how many active vertices this thread saw; over the grid, the round's active vertices.
  __device__ std::uint32_t clear_ahead(std::uint64_t round) const {
    const auto* const now = reinterpret_cast<const std::uint32_t*>(flags + stride * (round % 3));
    auto* const then = reinterpret_cast<std::uint32_t*>(flags + stride * ((round + 2) % 3));
    const std::uint64_t words = stride / 4;
    const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
    std::uint32_t active = 0;
    for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < words; i += step) {
      active += static_cast<std::uint32_t>(__popc(now[i]));
      then[i] = 0;
    }
    return active;
  }
};

/// The owner. Rounds count from 1.
class FlagFrontier {
 public:
  FlagFrontier() = default;
  FlagFrontier(Vertex vertices, cudaStream_t stream)
      : flags_(3 * stride_of(vertices), "active-vertex flags", stream), stride_(stride_of(vertices)) {}

  /// Empties it and makes `source` active in round 1; does not wait.
  void start(Vertex source, cudaStream_t stream) const {
    flags_.fill_bytes(0, stream);
    WAYFRONT_CUDA(cudaMemsetAsync(flags_.data() + stride_ + source, 1, 1, stream));
  }
  FlagRef ref() const { return {flags_.data(), stride_}; }

 private:
  static std::uint64_t stride_of(Vertex vertices) { return (std::uint64_t{vertices} + 127) / 128 * 128; }
  DeviceBuffer<std::uint8_t> flags_;
  std::uint64_t stride_ = 0;
};

}  // namespace wayfront::cuda
