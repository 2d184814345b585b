// my-cuda-plugin computes shortest distances by Bellman-Ford with a queue on a GPU: each round scans the vertices whose
// distance fell in the round before, a thread for each. Reference: P. Harish, P. J. Narayanan, Accelerating large graph
// algorithms on the GPU using CUDA, HiPC, 2007.

#include <algorithm>
#include <cstdint>
#include <memory>

#include "wayfront/cuda/device_graph.hpp"
#include "wayfront/cuda/distances.cuh"
#include "wayfront/cuda/plugin.hpp"
#include "wayfront/cuda/queue_push.cuh"
#include "wayfront/cuda/rounds.cuh"
#include "wayfront/plugin.hpp"

namespace {

using namespace wayfront;
namespace cuda = wayfront::cuda;  // there is a ::cuda, too, the toolkit's

/// One round: run() is called by every thread of the grid, and adds up what this thread did.
template <WeightType W, OffsetType O>
struct Scan {
  static constexpr int phases = 1;
  struct Shared {};

  CsrView<W, O> graph;  // in device memory, as is all of this
  cuda::KeyOf<W>* distances;
  cuda::QueueRef queue;

  template <int Phase>
  __device__ void run(const cuda::Round<W>& round, cuda::Tally<W>& tally, Shared&) const {
    const cuda::QueueRound vertices = queue.at(round.number);
    if (blockIdx.x == 0 && threadIdx.x == 0) queue.clear_ahead(round.number);
    const bool all = round.active > vertices.capacity;  // some found no room in the queue: then every vertex
    const std::uint64_t count = all ? graph.vertices : round.active;
    const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
    for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += threads) {
      const Vertex u = all ? static_cast<Vertex>(i) : __ldcg(vertices.now + i);
      const W distance = cuda::fresh_distance<W>(distances, u);
      if (distance == unreached<W>) continue;
      ++tally.active;
      for (O arc = graph.begin(u); arc < graph.end(u); ++arc, ++tally.relaxed) {
        if (!cuda::relax(distances, graph.targets[arc], saturating_add(distance, graph.weights[arc]))) continue;
        vertices.push(graph.targets[arc]);
        ++tally.improved;
        ++tally.waiting;  // the rounds end after one in which there were none
      }
    }
  }
};

/// A graph that was prepared.
template <WeightType W, OffsetType O>
class Prepared final : public cuda::Solver {
 public:
  Prepared(unsigned block_size, const Graph& graph, RunContext& context)
      : graph_(cuda::DeviceGraph::of(graph, context)),  // one copy for all plugins of the process
        loop_(stream_),
        distances_(graph.info().vertices, stream_),
        queue_(std::max<Vertex>(graph.info().vertices, 64), stream_),
        scan_{std::get<CsrView<W, O>>(graph_->csr(context)), distances_.data(), queue_.ref()},
        shape_{.block = block_size, .items = graph.info().vertices} {
    stream_.wait();
  }

  void solve(const Problem& problem, Output& output, RunContext& context) override {
    distances_.start(problem.source, stream_);
    queue_.start(problem.source, stream_);
    loop_.start(context);
    cuda::run_rounds<W>(loop_, EveryVertex<W>{}, scan_, shape_, {}, context);  // all rounds in one kernel
    output.work = loop_.work();
    distances_.write(output, transfer_, context, stream_);
  }

 private:
  cuda::Stream stream_;  // outlives all that follows
  cuda::Transfer transfer_;
  std::shared_ptr<const cuda::DeviceGraph> graph_;
  cuda::RoundLoop<W> loop_;
  cuda::Distances<W> distances_;
  cuda::QueueFrontier queue_;
  Scan<W, O> scan_;
  cuda::LoopShape shape_;
};

class MyCudaPlugin {
 public:
  static constexpr PluginAbout about{
      .name = "my-cuda-plugin",
      .version = "1.0.0",
      .summary = "Bellman-Ford with a queue on a GPU: the smallest CUDA plugin, to be changed.",
      .reference = "P. Harish, P. J. Narayanan, HiPC, 2007",
      .capabilities = capability::any_weights | capability::device | capability::device_output};
  struct Options {
    unsigned block_size;
  };
  static constexpr OptionRow rows[] = {
      integer<&Options::block_size>("block_size", 1024, {32, 1024}, "Threads of a block, a multiple of 32.")};

  explicit MyCudaPlugin(const Options& options) : options_(options) {
    cuda::require_whole_warps(about.name, "block_size", options.block_size);
  }
  /// Once per graph; its time is not the solve's.
  std::unique_ptr<cuda::Solver> make_solver(const Graph& graph, RunContext& context) const {
    return visit(graph.csr(), [&]<class W, class O>(const CsrView<W, O>&) -> std::unique_ptr<cuda::Solver> {
      return std::make_unique<Prepared<W, O>>(options_.block_size, graph, context);
    });
  }

 private:
  Options options_;
};

}  // namespace

WAYFRONT_PLUGIN(wayfront::cuda::PluginOf<MyCudaPlugin>)
