// The lightest arcs out of and into each vertex, on the device: a property of the graph that all instances share.
#pragma once

#include <memory>
#include <mutex>

#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/device_graph.hpp"
#include "wayfront/cuda/relax.cuh"
#include "wayfront/cuda/stream.hpp"

namespace wayfront::crauser {

/// Of a distance, or of a weight as one: crauser takes weights of 32 bits.
using Key = cuda::KeyOf<std::int32_t>;

/// Arrays of |V| keys (cuda/relax.cuh) in device memory, unreached_key where a vertex has no such arc. Each is made on
/// first use, which waits; the members may be called from several threads at once.
class LightestArcs {
 public:
  /// Those of `graph` on the run's device. `graph` must outlive what comes back.
  static std::shared_ptr<const LightestArcs> of(const Graph& graph, RunContext& context);

  const Key* out(RunContext& context) const;
  const Key* in(RunContext& context) const;

  LightestArcs(const Graph& graph, RunContext& context);

 private:
  const Key* made(cuda::DeviceBuffer<Key>& keys, bool of_sources, RunContext& context) const;

  const Graph& graph_;
  std::shared_ptr<const cuda::DeviceGraph> shared_;
  mutable std::mutex mutex_;  // of all below
  cuda::Stream stream_;       // outlives the buffers
  mutable cuda::DeviceBuffer<Key> out_, in_;
};

}  // namespace wayfront::crauser
