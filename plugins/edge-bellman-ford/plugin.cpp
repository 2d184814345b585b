// edge-bellman-ford as a plugin. What it computes and how: edge_bellman_ford.hpp.
#include "edge_bellman_ford.hpp"

#include <memory>

#include "wayfront/cuda/plugin.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront {
namespace {

class EdgeBellmanFord {
 public:
  static constexpr PluginAbout about{
      .name = "edge-bellman-ford",
      .version = "1.0.0",
      .summary = "Bellman-Ford on a GPU that sweeps over all arcs in each round; finds negative cycles.",
      .reference = "R. An, Parallelization of the Bellman-Ford algorithm, 2017; Bidani and Mohammad, Pisa, 2025",
      .capabilities =
          capability::any_weights | capability::negative_weights | capability::device | capability::device_output};
  using Options = edge_bellman_ford::Options;
  static constexpr auto& rows = edge_bellman_ford::rows;

  explicit EdgeBellmanFord(const Options& options) : options_(options) {
    cuda::require_whole_warps(about.name, "block_size", options.block_size);
  }
  std::unique_ptr<cuda::Solver> make_solver(const Graph& graph, RunContext& context) const {
    return edge_bellman_ford::make_solver(options_, graph, context);
  }

 private:
  Options options_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::cuda::PluginOf<wayfront::EdgeBellmanFord>)
