// my-cuda-plugin computes shortest distances by Bellman-Ford with a queue on a GPU: each round scans the vertices whose
// distance fell in the round before, a thread for each. Reference: P. Harish, P. J. Narayanan, Accelerating large graph
// algorithms on the GPU using CUDA, HiPC, 2007.

#include <memory>

#include "wayfront/cuda/frontier_solver.cuh"
#include "wayfront/plugin.hpp"

namespace {

using namespace wayfront;
namespace cuda = wayfront::cuda;  // there is a ::cuda, too, the toolkit's

/// What a thread of the device does with an active vertex.
struct ScanRow {
  template <WeightType W, OffsetType O>
  __device__ void operator()(const CsrView<W, O>& graph, Vertex u, W distance, const auto& relax) const {
#pragma unroll 1  // unrolled, it would need more registers than a thread has here
    for (O arc = graph.begin(u), end = graph.end(u); arc < end; ++arc)
      relax(graph.targets[arc], saturating_add(distance, graph.weights[arc]));
  }
};

class MyCudaPlugin {
 public:
  static constexpr PluginAbout about{
      .name = "my-cuda-plugin",
      .version = "1.0.0",
      .summary = "Bellman-Ford with a queue on a GPU: the smallest CUDA plugin, to be changed.",
      .reference = "P. Harish, P. J. Narayanan, HiPC, 2007",
      .capabilities = capability::any_weights | capability::device_output};
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
    return cuda::frontier_solver(graph, context, ScanRow{}, {.block = options_.block_size});
  }

 private:
  Options options_;
};

}  // namespace

WAYFRONT_PLUGIN(wayfront::cuda::PluginOf<MyCudaPlugin>)
