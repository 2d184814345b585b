// hbf as a plugin. What it computes and how: hbf.hpp.
#include "hbf.hpp"

#include <algorithm>
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
      .capabilities = capability::any_weights | capability::negative_weights | capability::device_output};
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
    return with_weight_type(graph.info().weights,
                            [&]<WeightType W>() { return hbf::make_solver_of<W>(options_, graph, context); });
  }

  /// Without what depends on the arcs: tiles of hubs and arcs to leaves.
  std::uint64_t device_bytes(const GraphInfo& info) const {
    using hbf::Dedup;
    const std::uint64_t weight = weight_size(info.weights), vertices = info.vertices;
    const std::uint64_t repeated = std::max<std::uint64_t>(options_.room * vertices, 64);
    const bool paired = weight == 4 && (options_.dedup == Dedup::automatic || options_.dedup == Dedup::atomic64);
    std::uint64_t words = 2 * (options_.dedup == Dedup::none ? repeated : vertices);  // of 32 bits: the queue
    if (paired) words += 2 * vertices;
    if (!paired && (options_.dedup == Dedup::stamp || options_.dedup == Dedup::automatic)) words += vertices;
    if (options_.dedup == Dedup::lookup) words += 2 * repeated + vertices;
    if (info.min_weight < 0) words += vertices;
    return cuda::csr_bytes(info) + info.edges * 2 * weight + vertices * weight + words * sizeof(std::uint32_t);
  }

 private:
  Options options_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::cuda::PluginOf<wayfront::Hbf>)
