#include "wayfront/cuda/device_graph.hpp"

#include <mutex>
#include <optional>
#include <string>

#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/launch.cuh"
#include "wayfront/cuda/stream.hpp"
#include "wayfront/cuda/transfer.hpp"

namespace wayfront::cuda {
namespace {

/// The source of each arc: a warp per vertex.
template <OffsetType O>
__global__ void expand_rows(const O* offsets, Vertex vertices, Vertex* sources) {
  const std::uint64_t warps = std::uint64_t{gridDim.x} * blockDim.x / 32;
  for (std::uint64_t u = grid_thread() / 32; u < vertices; u += warps)
    for (O i = offsets[u] + threadIdx.x % 32; i < offsets[u + 1]; i += 32) sources[i] = static_cast<Vertex>(u);
}

template <OffsetType O>
void launch_expand_rows(const O* offsets, Vertex vertices, Vertex* sources, cudaStream_t stream) {
  constexpr unsigned block = 256;
  expand_rows<<<blocks_for(std::uint64_t{vertices} * 32, block, 1U << 20), block, 0, stream>>>(offsets, vertices,
                                                                                               sources);
  WAYFRONT_CUDA(cudaGetLastError());
}

std::string sized(const char* what, const GraphInfo& info) {
  return std::string(what) + " of a graph with " + std::to_string(info.vertices) + " vertices and " +
         std::to_string(info.edges) + " arcs";
}

/// Time of its scope belongs to Phase::upload.
class UploadPhase {
 public:
  explicit UploadPhase(RunContext& context) : context_(context) { context_.phase(Phase::upload); }
  UploadPhase(const UploadPhase&) = delete;
  UploadPhase& operator=(const UploadPhase&) = delete;
  ~UploadPhase() { context_.phase(Phase::setup); }

 private:
  RunContext& context_;
};

/// A DeviceGraph with its arrays.
class Copies final : public DeviceGraph {
 public:
  explicit Copies(const Graph& graph) : graph_(graph) {}
  AnyCsr csr(RunContext& context) const override {
    const std::lock_guard lock(mutex_);
    return csr_locked(context);
  }

  AnyCsc csc(RunContext& context) const override {
    const std::lock_guard lock(mutex_);
    if (!csc_)
      csc_ = visit(graph_.csc(), [&](const auto& view) -> AnyCsc {
        return upload(view, view.sources, csc_arrays_, "device copy of the in-arcs", context);
      });
    return *csc_;
  }

  AnyCoo coo(RunContext& context) const override {
    const std::lock_guard lock(mutex_);
    if (!coo_)
      coo_ = visit(csr_locked(context), [&]<class W, class O>(const CsrView<W, O>& view) -> AnyCoo {
        const UploadPhase phase(context);
        use_device(context.device());
        sources_ = DeviceBuffer<Vertex>(view.edges, sized("sources of the edge list", graph_.info()).c_str(), stream_);
        launch_expand_rows(view.offsets, view.vertices, sources_.data(), stream_);
        stream_.wait();
        return CooView<W>{view.vertices, view.edges, sources_.data(), view.targets, view.weights};
      });
    return *coo_;
  }

 private:
  struct Arrays {  // of one compressed form: offsets, the other ends, weights
    DeviceBuffer<std::byte> offsets;
    DeviceBuffer<Vertex> vertices;
    DeviceBuffer<std::byte> weights;
  };

  AnyCsr csr_locked(RunContext& context) const {
    if (!csr_)
      csr_ = visit(graph_.csr(), [&](const auto& view) -> AnyCsr {
        return upload(view, view.targets, csr_arrays_, "device copy of the out-arcs", context);
      });
    return *csr_;
  }

  template <class View>
  View upload(const View& host, const Vertex* ends, Arrays& arrays, const char* what, RunContext& context) const {
    using O = typename View::Offset;
    using W = typename View::Weight;
    const UploadPhase phase(context);
    use_device(context.device());
    const std::string name = sized(what, graph_.info());
    const std::uint64_t offset_bytes = (std::uint64_t{host.vertices} + 1) * sizeof(O);
    const std::uint64_t edges = host.edges;
    require_memory(offset_bytes + edges * (sizeof(Vertex) + sizeof(W)), name.c_str());
    Arrays made{{offset_bytes, name.c_str(), stream_},
                {edges, name.c_str(), stream_},
                {edges * sizeof(W), name.c_str(), stream_}};
    transfer_.to_device(made.offsets.data(), host.offsets, offset_bytes, context, stream_);
    transfer_.to_device(made.vertices.data(), ends, edges * sizeof(Vertex), context, stream_);
    transfer_.to_device(made.weights.data(), host.weights, edges * sizeof(W), context, stream_);
    stream_.wait();
    arrays = std::move(made);
    return {host.vertices, host.edges, reinterpret_cast<const O*>(arrays.offsets.data()), arrays.vertices.data(),
            reinterpret_cast<const W*>(arrays.weights.data())};
  }

  const Graph& graph_;
  mutable std::mutex mutex_;  // of all below
  Stream stream_;             // outlives the buffers
  mutable Transfer transfer_;
  mutable Arrays csr_arrays_, csc_arrays_;
  mutable DeviceBuffer<Vertex> sources_;
  mutable std::optional<AnyCsr> csr_;
  mutable std::optional<AnyCsc> csc_;
  mutable std::optional<AnyCoo> coo_;
};

std::shared_ptr<const Copies> shared_copies(const Graph& graph, RunContext& context,
                                            FunctionRef<std::shared_ptr<void>()> make) {
  use_device(context.device());
  const std::string key = "wayfront.cuda.device_graph.1/" + std::to_string(chosen_device(context.device()));
  return std::static_pointer_cast<const Copies>(graph.attachment(key, make));
}

}  // namespace

std::shared_ptr<const DeviceGraph> DeviceGraph::of(const Graph& graph, RunContext& context) {
  return shared_copies(graph, context, [&]() -> std::shared_ptr<void> { return std::make_shared<Copies>(graph); });
}

std::shared_ptr<const DeviceGraph> DeviceGraph::existing(const Graph& graph, RunContext& context) {
  return shared_copies(graph, context, []() -> std::shared_ptr<void> { return nullptr; });
}

std::shared_ptr<const DeviceGraph> DeviceGraph::temporary(const Graph& graph, RunContext& context) {
  use_device(context.device());
  return std::make_shared<Copies>(graph);
}

}  // namespace wayfront::cuda
