// edge-bellman-ford as a plugin. What it computes and how: edge_bellman_ford.hpp.
#include "edge_bellman_ford.hpp"

#include <memory>
#include <string>

#include "wayfront/cuda/error.hpp"
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
      .capabilities = capability::any_weights | capability::negative_weights | capability::device};
  using Options = edge_bellman_ford::Options;
  static constexpr auto& rows = edge_bellman_ford::rows;

  explicit EdgeBellmanFord(const Options& options) : options_(options) {
    if (options.block_size % 32 != 0)
      throw Unsupported("edge-bellman-ford: block_size = " + std::to_string(options.block_size) +
                        " is no multiple of 32, the threads that a GPU runs together");
  }
  static void probe(int device) { cuda::probe(device); }

  void prepare(const Graph& graph, RunContext& context) {
    cuda::use_device(context.device());
    solver_.reset();  // its memory, before the next one's
    solver_ = edge_bellman_ford::make_solver(options_, graph, context);
  }
  void solve(const Problem& problem, Output& output, RunContext& context) {
    cuda::use_device(context.device());
    if (!solver_) throw Failure(StatusCode::failed, "edge-bellman-ford: solve before a prepare that succeeded");
    solver_->solve(problem, output, context);
  }

 private:
  Options options_;
  std::unique_ptr<edge_bellman_ford::Solver> solver_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::EdgeBellmanFord)
