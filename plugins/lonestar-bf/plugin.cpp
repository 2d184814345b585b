// lonestar-bf as a plugin. What it computes and how: lonestar_bf.hpp.
#include "lonestar_bf.hpp"

#include <memory>
#include <string>

#include "wayfront/cuda/error.hpp"
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
      .capabilities = capability::any_weights | capability::negative_weights | capability::device};
  using Options = lonestar_bf::Options;
  static constexpr auto& rows = lonestar_bf::rows;

  explicit LonestarBellmanFord(const Options& options) : options_(options) {
    if (options.block_size % 32 != 0)
      throw Unsupported("lonestar-bf: block_size = " + std::to_string(options.block_size) +
                        " is no multiple of 32, the threads that a GPU runs together");
  }
  static void probe(int device) { cuda::probe(device); }

  void prepare(const Graph& graph, RunContext& context) {
    cuda::use_device(context.device());
    solver_.reset();  // its memory, before the next one's
    solver_ = lonestar_bf::make_solver(options_, graph, context);
  }
  void solve(const Problem& problem, Output& output, RunContext& context) {
    cuda::use_device(context.device());
    if (!solver_) throw Failure(StatusCode::failed, "lonestar-bf: solve before a prepare that succeeded");
    solver_->solve(problem, output, context);
  }

 private:
  Options options_;
  std::unique_ptr<lonestar_bf::Solver> solver_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::LonestarBellmanFord)
