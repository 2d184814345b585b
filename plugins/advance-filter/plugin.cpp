// advance-filter as a plugin. What it computes and how: advance_filter.hpp.
#include "advance_filter.hpp"

#include <memory>

#include "wayfront/cuda/plugin.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront {
namespace {

class AdvanceFilter {
 public:
  static constexpr PluginAbout about{
      .name = "advance-filter",
      .version = "1.0.0",
      .summary =
          "Gunrock's way on a GPU: advance, filter and split as launches of their own; near-far or Bellman-Ford.",
      .reference = "Y. Wang, A. Davidson, Y. Pan, Y. Wu, A. Riffel, J. D. Owens, PPoPP, 2016",
      .capabilities = capability::any_weights | capability::device_output};
  using Options = advance_filter::Options;
  static constexpr auto& rows = advance_filter::rows;

  explicit AdvanceFilter(const Options& options) : options_(options) {}
  std::unique_ptr<cuda::Solver> make_solver(const Graph& graph, RunContext& context) const {
    return advance_filter::make_solver(options_, graph, context);
  }

  std::uint64_t device_bytes(const GraphInfo& info) const {
    const bool kept = options_.far && options_.filter == advance_filter::Filter::compact;
    const std::uint64_t words = 1 + (options_.far ? 3 : 0) + (kept ? 1 : 0);  // of a vertex
    return cuda::csr_bytes(info) + 2 * info.edges * sizeof(Vertex) +
           info.vertices * (weight_size(info.weights) + words * sizeof(Vertex));
  }

 private:
  Options options_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::cuda::PluginOf<wayfront::AdvanceFilter>)
