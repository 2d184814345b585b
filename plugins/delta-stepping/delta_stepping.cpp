// delta-stepping computes shortest distances on several threads that share memory.
//
// Distances are cut into intervals of width delta, the buckets. A round takes the vertices of the first bucket that has
// any and relaxes their arcs on all threads; vertices whose distance falls go to the bucket of their new distance, the
// same one perhaps, which is then taken again. The rounds are the SDK's, the search with its inner loop over arcs is
// plugins/stepping, which rho-stepping and stepping-bellman-ford use, too: here is the schedule alone.
//
// Deviations from the paper: light and heavy arcs are not told apart (it pays only where a bucket is taken several
// times, and a width chosen well makes that rare), and a vertex that was improved twice is in two buckets, where the
// outdated entry is recognised when it comes up, instead of being moved. A thread goes on with its own entries of the
// bucket without waiting for the others while they are few (bucket fusion, Zhang et al. 2020).
//
// Reference: U. Meyer, P. Sanders, Delta-stepping: a parallelizable shortest path algorithm, Journal of Algorithms 49
// (2003); Y. Zhang et al., Optimizing ordered graph algorithms with GraphIt, CGO 2020.

#include "../stepping/solver.hpp"
#include "wayfront/cpu/bucket_schedules.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront {
namespace {

class DeltaStepping : public stepping::Frame {
 public:
  static constexpr PluginAbout about{
      .name = "delta-stepping",
      .version = "1.0.0",
      .summary = "Delta-stepping on several threads; chooses its delta from the graph.",
      .reference = "U. Meyer, P. Sanders, Journal of Algorithms 49 (2003); bucket fusion: Y. Zhang et al., CGO 2020",
      .capabilities = capability::any_weights | capability::batch | capability::early};

  static constexpr OptionRow rows[] = {
      stepping::automatic_delta_row(),
      stepping::delta_row("Width of a bucket, above 0; integer weights: at least 1 is taken.")
          .tried("mean_weight * 2, 8, 1, 20, 0.3, 60"),
      stepping::threads_row(), stepping::fusion_row(1000).tried("100, 10000, 0"), stepping::bounded_row()};

  using Frame::Frame;

  void prepare(const Graph& graph, RunContext& context) {
    const auto plan = [&](const stepping::Profile& profile, unsigned threads) {
      // Measured on road networks, grids, random and power-law graphs with eight distributions of weights: between half
      // and twice the best width the time differs by a tenth. Several threads want longer rounds; in trees few vertices
      // are scanned twice, however wide buckets are.
      const double multiple = profile.tree ? 10 : threads > 1 && profile.degree < stepping::long_row ? 4 : 2.5;
      const double width = options_.delta > 0 ? options_.delta : stepping::chosen_width(profile, multiple);
      return stepping::Plan{FirstBucket{}, {.width = width, .fusion = options_.fusion}, options_.bounded};
    };
    solver_ = stepping::make_solver<about.capabilities>(graph, context, options_.threads, plan);
  }
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::DeltaStepping)
