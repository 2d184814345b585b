// lonestar-bf as a plugin. What it computes and how: lonestar_bf.hpp.
#include "lonestar_bf.hpp"

#include <memory>

#include "wayfront/cuda/plugin.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront {
namespace {

class LonestarBellmanFord {
 public:
  static constexpr PluginAbout about{
      .name = "lonestar-bf",
      .version = "1.0.0",
      .summary = "LonestarGPU's Bellman-Ford: a thread per vertex, all of them or a list; finds negative cycles.",
      .reference = "M. Burtscher, R. Nasre, K. Pingali, IISWC, 2012",
      .capabilities = capability::weights32 | capability::negative_weights | capability::device_output};
  using Options = lonestar_bf::Options;
  static constexpr auto& rows = lonestar_bf::rows;

  explicit LonestarBellmanFord(const Options& options) : options_(options) {}
  std::unique_ptr<cuda::Solver> make_solver(const Graph& graph, RunContext& context) const {
    return lonestar_bf::make_solver(options_, graph, context);
  }

  std::uint64_t device_bytes(const GraphInfo& info) const { return lonestar_bf::device_bytes(options_, info); }

 private:
  Options options_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::cuda::PluginOf<wayfront::LonestarBellmanFord>)
