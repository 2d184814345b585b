// near-far as a plugin. What it computes and how: near_far.hpp.
#include "near_far.hpp"

#include <memory>

#include "wayfront/cuda/plugin.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront {
namespace {

class NearFarPlugin {
 public:
  static constexpr PluginAbout about{
      .name = "near-far",
      .version = "1.0.0",
      .summary = "Two piles of vertices by distance on a GPU (Near-Far); without the far one the workfront sweep.",
      .reference = "A. Davidson, S. Baxter, M. Garland, J. D. Owens, IPDPS 2014",
      .capabilities = capability::any_weights | capability::device_output | capability::early |
                      capability::targets_only | capability::batch | capability::reduce};
  using Options = near_far::Options;
  static constexpr auto& rows = near_far::rows;

  explicit NearFarPlugin(const Options& options) : options_(options) {
    cuda::require_whole_warps(about.name, "block_size", options.block_size);
  }
  std::unique_ptr<cuda::Solver> make_solver(const Graph& graph, RunContext& context) const {
    return with_weight_type(graph.info().weights,
                            [&]<WeightType W>() { return near_far::make_solver_of<W>(options_, graph, context); });
  }

 private:
  Options options_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::cuda::PluginOf<wayfront::NearFarPlugin>)
