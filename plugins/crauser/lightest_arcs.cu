#include "lightest_arcs.hpp"

#include <string>

#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/warp.cuh"

namespace wayfront::crauser {
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

unsigned blocks_for(std::uint64_t threads) { return cuda::blocks_for(threads, look_block, 1U << 20); }

void launch_fill(Key* keys, Vertex vertices, Key value, cudaStream_t stream) {
  fill_keys<<<blocks_for(vertices) + 1, look_block, 0, stream>>>(keys, vertices, value);
  WAYFRONT_CUDA(cudaGetLastError());
}

template <WeightType W, OffsetType O>
void launch_look_at_arcs(const CsrView<W, O>& graph, Key* keys, bool of_sources, cudaStream_t stream) {
  look_at_arcs<<<blocks_for(std::uint64_t{graph.vertices} * 32), look_block, 0, stream>>>(graph, keys, of_sources);
  WAYFRONT_CUDA(cudaGetLastError());
}

}  // namespace

std::shared_ptr<const LightestArcs> LightestArcs::of(const Graph& graph, RunContext& context) {
  cuda::use_device(context.device());
  const std::string key = "wayfront.crauser.lightest_arcs.1/" + std::to_string(cuda::chosen_device(context.device()));
  return std::static_pointer_cast<const LightestArcs>(
      graph.attachment(key, [&]() -> std::shared_ptr<void> { return std::make_shared<LightestArcs>(graph, context); }));
}

LightestArcs::LightestArcs(const Graph& graph, RunContext& context)
    : graph_(graph), shared_(cuda::DeviceGraph::of(graph, context)) {}

const Key* LightestArcs::made(cuda::DeviceBuffer<Key>& keys, bool of_sources, RunContext& context) const {
  const std::lock_guard lock(mutex_);
  if (keys.size() != 0 || graph_.info().vertices == 0) return keys.data();
  visit<capability::weights32>(shared_->csr(context), [&]<class W, class O>(const CsrView<W, O>& view) {
    cuda::DeviceBuffer<Key> fresh(view.vertices, of_sources ? "lightest arcs out" : "lightest arcs in", stream_);
    if (!of_sources) launch_fill(fresh.data(), view.vertices, cuda::unreached_key<W>, stream_);
    launch_look_at_arcs(view, fresh.data(), of_sources, stream_);
    stream_.wait();
    keys = std::move(fresh);
  });
  return keys.data();
}

const Key* LightestArcs::out(RunContext& context) const { return made(out_, true, context); }
const Key* LightestArcs::in(RunContext& context) const { return made(in_, false, context); }

}  // namespace wayfront::crauser
