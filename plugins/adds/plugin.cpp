// adds as a plugin. What it computes and how: adds.hpp.
#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <string>

#include "adds.hpp"
#include "wayfront/cuda/plugin.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront {
namespace {

class Adds {
 public:
  static constexpr PluginAbout about{
      .name = "adds",
      .version = "1.0.0",
      .summary = "Asynchronous delta-stepping on a GPU: a manager block hands a queue's items out to workers (ADDS).",
      .reference = "K. Wang, D. Fussell, C. Lin, PPoPP, 2021",
      .capabilities = capability::weights32 | capability::device_output | capability::early};
  using Options = adds::Options;
  static constexpr auto& rows = adds::rows;

  explicit Adds(const Options& options) : options_(options) {
    if (!std::has_single_bit(options.worker_threads))
      throw Unsupported("adds: worker_threads = " + std::to_string(options.worker_threads) + " is not a power of two");
    if (!options.utilisation.empty() &&
        (options.utilisation.size() != 2 || options.utilisation[0] > options.utilisation[1]))
      throw Unsupported("adds: utilisation takes two numbers, the low one first: [0.2, 0.7]");
    if (!options.utilisation.empty() && (options.delta == adds::Delta::fixed || options.delta_number > 0))
      throw Unsupported(
          "adds: utilisation needs delta = \"dynamic\", because a delta that is given does not follow the load");
    if (options.open_buckets > options.buckets)
      throw Unsupported("adds: open_buckets = " + std::to_string(options.open_buckets) +
                        " is above buckets = " + std::to_string(options.buckets));
  }
  std::unique_ptr<cuda::Solver> make_solver(const Graph& graph, RunContext& context) const {
    return with_weight_type<about.capabilities>(
        graph.info().weights, [&]<WeightType W>() { return adds::make_solver_of<W>(options_, graph, context); });
  }

  std::uint64_t device_bytes(const GraphInfo& info) const {
    const auto edges = static_cast<double>(info.edges);
    const double blocks = std::ceil(options_.pool_fraction * edges / options_.block_words) + 2 * options_.buckets + 2;
    const double pool = std::min(blocks * options_.block_words, 0x1p31) * sizeof(std::uint64_t);
    const std::uint64_t arcs = info.edges * (sizeof(Vertex) + weight_size(info.weights));  // in pairs
    return cuda::csr_bytes(info) + arcs + info.vertices * weight_size(info.weights) + static_cast<std::uint64_t>(pool);
  }

 private:
  Options options_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::cuda::PluginOf<wayfront::Adds>)
