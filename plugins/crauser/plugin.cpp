// crauser as a plugin. What it computes and how: crauser.hpp.
#include "crauser.hpp"

#include <memory>
#include <string>

#include "wayfront/cuda/error.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront {
namespace {

class CrauserPlugin {
 public:
  static constexpr PluginAbout about{
      .name = "crauser",
      .version = "1.0.0",
      .summary = "Dijkstra on a GPU that settles many vertices per round, by Crauser's or Martin's criteria.",
      .reference = "H. Ortega-Arranz et al., IJPP, 2015; A. Crauser et al., MFCS, 1998",
      .capabilities = capability::any_weights | capability::device};
  using Options = crauser::Options;
  static constexpr auto& rows = crauser::rows;

  explicit CrauserPlugin(const Options& options) : options_(options) {
    const auto require_warps = [](const char* option, unsigned threads) {
      if (threads % 32 != 0)
        throw Unsupported("crauser: " + std::string(option) + " = " + std::to_string(threads) +
                          " is no multiple of 32, the threads that a GPU runs together");
    };
    require_warps("relax_block", options.relax_block);
    require_warps("minimum_block", options.minimum_block);
    require_warps("update_block", options.update_block);
    require_warps("block_size", options.block_size);
  }
  static void probe(int device) { cuda::probe(device); }

  void prepare(const Graph& graph, RunContext& context) {
    cuda::use_device(context.device());
    solver_.reset();  // its memory, before the next one's
    if (graph.info().min_weight < 0)
      throw Unsupported(
          "crauser: a vertex is settled because longer paths cannot be shorter, which negative weights "
          "undo; the least of this graph is " +
          std::to_string(graph.info().min_weight));
    solver_ = crauser::make_solver(options_, graph, context);
  }
  void solve(const Problem& problem, Output& output, RunContext& context) {
    cuda::use_device(context.device());
    if (!solver_) throw Failure(StatusCode::failed, "crauser: solve before a prepare that succeeded");
    solver_->solve(problem, output, context);
  }

 private:
  Options options_;
  std::unique_ptr<crauser::Solver> solver_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::CrauserPlugin)
