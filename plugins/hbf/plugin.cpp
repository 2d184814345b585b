// hbf as a plugin. What it computes and how: hbf.hpp.
#include "hbf.hpp"

#include <bit>
#include <memory>
#include <string>

#include "wayfront/cuda/error.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront {
namespace {

class Hbf {
 public:
  static constexpr PluginAbout about{
      .name = "hbf",
      .version = "1.0.0",
      .summary = "Bellman-Ford on a GPU with a frontier and classes of arcs (H-BF); finds negative cycles.",
      .reference = "F. Busato, N. Bombieri, IEEE TPDS, 2015",
      .capabilities = capability::any_weights | capability::negative_weights | capability::device};
  using Options = hbf::Options;
  static constexpr auto& rows = hbf::rows;

  explicit Hbf(const Options& options) : options_(options) {
    if (options.block_size % 32 != 0)
      throw Unsupported("hbf: block_size = " + std::to_string(options.block_size) +
                        " is no multiple of 32, the threads that a GPU runs together");
    for (const unsigned size : {options.virtual_warp_min, options.virtual_warp_max})
      if (!std::has_single_bit(size))
        throw Unsupported("hbf: a virtual warp of " + std::to_string(size) + " threads is no power of two");
    if (options.virtual_warp_min > options.virtual_warp_max)
      throw Unsupported("hbf: virtual_warp_min = " + std::to_string(options.virtual_warp_min) +
                        " is above virtual_warp_max = " + std::to_string(options.virtual_warp_max));
    if (options.hubs == hbf::Hubs::dynamic_parallelism && options.loop == hbf::DrivenBy::device)
      throw Unsupported(
          "hbf: hubs = \"dynamic_parallelism\" needs loop = \"host\", because a kernel that runs all rounds cannot "
          "wait "
          "for the kernels that it launches; hubs = \"queue\" works with both");
  }
  static void probe(int device) { cuda::probe(device); }

  void prepare(const Graph& graph, RunContext& context) {
    cuda::use_device(context.device());
    solver_.reset();  // its memory, before the next one's
    solver_ = hbf::make_solver(options_, graph, context);
  }
  void solve(const Problem& problem, Output& output, RunContext& context) {
    cuda::use_device(context.device());
    if (!solver_) throw Failure(StatusCode::failed, "hbf: solve before a prepare that succeeded");
    solver_->solve(problem, output, context);
  }

 private:
  Options options_;
  std::unique_ptr<hbf::Solver> solver_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::Hbf)
