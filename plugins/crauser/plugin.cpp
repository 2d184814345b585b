// crauser as a plugin. What it computes and how: crauser.hpp.
#include "crauser.hpp"

#include <memory>
#include <string>

#include "wayfront/cuda/plugin.hpp"
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
      .capabilities = capability::weights32 | capability::device_output};
  using Options = crauser::Options;
  static constexpr auto& rows = crauser::rows;

  explicit CrauserPlugin(const Options& options) : options_(options) {
    cuda::require_whole_warps(about.name, "relax_block", options.relax_block);
    cuda::require_whole_warps(about.name, "minimum_block", options.minimum_block);
    cuda::require_whole_warps(about.name, "update_block", options.update_block);
    cuda::require_whole_warps(about.name, "block_size", options.block_size);
  }
  std::unique_ptr<cuda::Solver> make_solver(const Graph& graph, RunContext& context) const {
    if (graph.info().min_weight < 0)
      throw Unsupported(
          "crauser: a vertex is settled because longer paths cannot be shorter, which negative weights "
          "undo; the least of this graph is " +
          std::to_string(graph.info().min_weight));
    return crauser::make_solver(options_, graph, context);
  }

 private:
  Options options_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::cuda::PluginOf<wayfront::CrauserPlugin>)
