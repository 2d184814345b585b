// near-far as a plugin. What it computes and how: near_far.hpp.
#include "near_far.hpp"

#include <memory>
#include <string>

#include "wayfront/cuda/error.hpp"
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
      .capabilities = capability::any_weights | capability::device};
  using Options = near_far::Options;
  static constexpr auto& rows = near_far::rows;

  explicit NearFarPlugin(const Options& options) : options_(options) {
    if (options.block_size % 32 != 0)
      throw Unsupported("near-far: block_size = " + std::to_string(options.block_size) +
                        " is no multiple of 32, the threads that a GPU runs together");
  }
  static void probe(int device) { cuda::probe(device); }

  void prepare(const Graph& graph, RunContext& context) {
    cuda::use_device(context.device());
    solver_.reset();  // its memory, before the next one's
    solver_ = near_far::make_solver(options_, graph, context);
  }
  void solve(const Problem& problem, Output& output, RunContext& context) {
    cuda::use_device(context.device());
    if (!solver_) throw Failure(StatusCode::failed, "near-far: solve before a prepare that succeeded");
    solver_->solve(problem, output, context);
  }

 private:
  Options options_;
  std::unique_ptr<near_far::Solver> solver_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::NearFarPlugin)
