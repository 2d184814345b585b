// The tentative distances of a solve in device memory.
#pragma once

#include <cuda_runtime_api.h>

#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/relax.cuh"
#include "wayfront/cuda/transfer.hpp"
#include "wayfront/run.hpp"

namespace wayfront::cuda {

class Distances {
 public:
  Distances() = default;
  Distances(Vertex vertices, cudaStream_t stream) : keys_(vertices, "tentative distances", stream) {}

  Key* data() const noexcept { return keys_.data(); }

  /// All unreached but the source; does not wait.
  template <WeightType W>
  void start(Vertex source, cudaStream_t stream) const;
  /// Writes output.distances, in Phase::download, and waits. The keys are not keys afterwards.
  template <WeightType W>
  void write(Output& output, Transfer& transfer, RunContext& context, cudaStream_t stream) const;

 private:
  DeviceBuffer<Key> keys_;
};

}  // namespace wayfront::cuda
