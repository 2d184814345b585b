// The tentative distances of a solve in device memory.
#pragma once

#include <cuda_runtime_api.h>

#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/relax.cuh"
#include "wayfront/cuda/transfer.hpp"
#include "wayfront/run.hpp"

namespace wayfront::cuda {

template <WeightType W>
class Distances {
 public:
  Distances() = default;
  Distances(Vertex vertices, cudaStream_t stream) : keys_(vertices, "tentative distances", stream) {}

  KeyOf<W>* data() const noexcept { return keys_.data(); }

  /// All unreached but the source; does not wait.
  void start(Vertex source, cudaStream_t stream) const;
  /// Writes output.distances, in Phase::download, and waits. The keys are not keys afterwards.
  void write(Output& output, Transfer& transfer, RunContext& context, cudaStream_t stream) const;

 private:
  DeviceBuffer<KeyOf<W>> keys_;
};

}  // namespace wayfront::cuda
