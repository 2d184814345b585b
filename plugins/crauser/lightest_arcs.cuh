// The lightest arcs out of and into each vertex, on the device: a property of the graph that all instances share.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/device_graph.hpp"
#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/relax.cuh"
#include "wayfront/cuda/stream.hpp"
#include "wayfront/cuda/warp.cuh"

namespace wayfront::crauser {

/// Of a distance, or of a weight as one: crauser takes weights of 32 bits.
using Key = cuda::KeyOf<std::int32_t>;

namespace {

constexpr unsigned look_block = 256;

__global__ void fill_keys(Key* keys, Vertex vertices, Key value) {
  const std::uint64_t v = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (v < vertices) keys[v] = value;
}

/// A warp to a row: the lightest arc of the row's vertex, or each arc against its target.
template <WeightType W, OffsetType O>
__global__ void look_at_arcs(const CsrView<W, O> graph, Key* keys, bool of_sources) {
  const std::uint64_t warps = std::uint64_t{gridDim.x} * blockDim.x / 32;
  for (std::uint64_t u = (std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x) / 32; u < graph.vertices; u += warps) {
    const O end = graph.end(static_cast<Vertex>(u));
    Key min_weight = cuda::unreached_key<W>;
    for (O arc = graph.begin(static_cast<Vertex>(u)) + threadIdx.x % 32; arc < end; arc += 32) {
      const Key key = cuda::key_of(graph.weights[arc]);
      if (of_sources) {
        min_weight = key < min_weight ? key : min_weight;
      } else if (key < keys[graph.targets[arc]]) {
        atomicMin(keys + graph.targets[arc], key);
      }
    }
    if (!of_sources) continue;
    __syncwarp();
    min_weight = __reduce_min_sync(cuda::full_warp, min_weight);
    if (threadIdx.x % 32 == 0) keys[u] = min_weight;
  }
}

}  // namespace

/// Arrays of |V| keys (cuda/relax.cuh) in device memory, unreached_key where a vertex has no such arc. Each is made on
/// first use, which waits; the members may be called from several threads at once.
class LightestArcs {
 public:
  /// Those of `graph` on the run's device. `graph` must outlive what comes back.
  static std::shared_ptr<const LightestArcs> of(const Graph& graph, RunContext& context);

  const Key* out(RunContext& context) const { return made(out_, true, context); }
  const Key* in(RunContext& context) const { return made(in_, false, context); }

  LightestArcs(const Graph& graph, RunContext& context)
      : graph_(graph), shared_(cuda::DeviceGraph::of(graph, context)) {}

 private:
  const Key* made(cuda::DeviceBuffer<Key>& keys, bool of_sources, RunContext& context) const;

  const Graph& graph_;
  std::shared_ptr<const cuda::DeviceGraph> shared_;
  mutable std::mutex mutex_;  // of all below
  cuda::Stream stream_;       // outlives the buffers
  mutable cuda::DeviceBuffer<Key> out_, in_;
};

inline std::shared_ptr<const LightestArcs> LightestArcs::of(const Graph& graph, RunContext& context) {
  cuda::use_device(context.device());
  const std::string key = "wayfront.crauser.lightest_arcs.1/" + std::to_string(cuda::chosen_device(context.device()));
  return std::static_pointer_cast<const LightestArcs>(
      graph.attachment(key, [&]() -> std::shared_ptr<void> { return std::make_shared<LightestArcs>(graph, context); }));
}

inline const Key* LightestArcs::made(cuda::DeviceBuffer<Key>& keys, bool of_sources, RunContext& context) const {
  const std::lock_guard lock(mutex_);
  if (keys.size() != 0 || graph_.info().vertices == 0) return keys.data();
  visit<capability::weights32>(shared_->csr(context), [&]<class W, class O>(const CsrView<W, O>& view) {
    cuda::DeviceBuffer<Key> fresh(view.vertices, of_sources ? "lightest arcs out" : "lightest arcs in", stream_);
    const std::uint64_t vertices = view.vertices;
    if (!of_sources)
      cuda::launch(fill_keys, {cuda::blocks_for(vertices, look_block), look_block}, stream_, fresh.data(),
                   view.vertices, cuda::unreached_key<W>);
    cuda::launch(look_at_arcs<W, O>, {cuda::blocks_for(32 * vertices, look_block, 1U << 20), look_block}, stream_, view,
                 fresh.data(), of_sources);
    stream_.wait();
    keys = std::move(fresh);
  });
  return keys.data();
}

}  // namespace wayfront::crauser
