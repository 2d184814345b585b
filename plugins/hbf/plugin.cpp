// hbf as a plugin. What it computes and how: hbf.hpp.
#include "hbf.hpp"

#include <bit>
#include <memory>
#include <string>

#include "wayfront/cuda/plugin.hpp"
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
      .capabilities =
          capability::any_weights | capability::negative_weights | capability::device | capability::device_output};
  using Options = hbf::Options;
  static constexpr auto& rows = hbf::rows;

  explicit Hbf(const Options& options) : options_(options) {
    cuda::require_whole_warps(about.name, "block_size", options.block_size);
    for (const unsigned size : {options.virtual_warp_min, options.virtual_warp_max})
      if (!std::has_single_bit(size))
        throw Unsupported("hbf: a virtual warp of " + std::to_string(size) + " threads is not a power of two");
    if (options.virtual_warp_min > options.virtual_warp_max)
      throw Unsupported("hbf: virtual_warp_min = " + std::to_string(options.virtual_warp_min) +
                        " is above virtual_warp_max = " + std::to_string(options.virtual_warp_max));
    if (options.hubs == hbf::Hubs::dynamic_parallelism && options.loop == cuda::Loop::device)
      throw Unsupported(
          "hbf: hubs = \"dynamic_parallelism\" needs loop = \"host\", because a kernel that runs all rounds cannot "
          "wait for the kernels that it launches; hubs = \"queue\" works with both");
  }
  std::unique_ptr<cuda::Solver> make_solver(const Graph& graph, RunContext& context) const {
    return hbf::make_solver(options_, graph, context);
  }

 private:
  Options options_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::cuda::PluginOf<wayfront::Hbf>)
