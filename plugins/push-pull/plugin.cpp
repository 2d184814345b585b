// push-pull as a plugin. What it computes and how: push_pull.hpp.
#include "push_pull.hpp"

#include <memory>

#include "wayfront/cuda/plugin.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront {
namespace {

class PushPullPlugin {
 public:
  static constexpr PluginAbout about{
      .name = "push-pull",
      .version = "1.0.0",
      .summary = "Bounded pushes of sorted rows, then one pull by all others, on a GPU: for graphs of few hops.",
      .reference = "V. Chakaravarthy et al., IPDPS 2014; S. Beamer et al., SC 2012",
      .capabilities = capability::any_weights | capability::device_output | capability::batch | capability::reduce};
  using Options = push_pull::Options;
  static constexpr auto& rows = push_pull::rows;

  explicit PushPullPlugin(const Options& options) : options_(options) {}
  std::unique_ptr<cuda::Solver> make_solver(const Graph& graph, RunContext& context) const {
    return with_weight_type<about.capabilities>(
        graph.info().weights, [&]<WeightType W>() { return push_pull::make_solver_of<W>(options_, graph, context); });
  }

 private:
  Options options_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::cuda::PluginOf<wayfront::PushPullPlugin>)
