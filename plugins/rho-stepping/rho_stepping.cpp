// rho-stepping computes shortest distances on several threads that share memory.
//
// A round takes about the rho active vertices nearest to the source and relaxes their arcs on all threads. So every
// round has work for all threads, whatever the weights are: where delta-stepping fixes how far a round goes, this fixes
// how much it does. The search and its inner loop over arcs are plugins/stepping, which delta-stepping and
// stepping-bellman-ford use, too: here is the schedule alone.
//
// Deviation from the paper: the limit of a round is not estimated from a sample of the active vertices but read off the
// sizes of narrow buckets, which are there anyway; rho is met to within one bucket, and counts outdated entries.
//
// Reference: X. Dong, Y. Gu, Y. Sun, Y. Zhang, Efficient stepping algorithms and implementations for parallel shortest
// paths, SPAA 2021.

#include "../stepping/solver.hpp"
#include "nearest_entries.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront {
namespace {

class RhoStepping : public stepping::Frame {
 public:
  static constexpr PluginAbout about{
      .name = "rho-stepping",
      .version = "1.0.0",
      .summary = "Rho-stepping on several threads: a round takes the rho nearest active vertices.",
      .reference = "X. Dong, Y. Gu, Y. Sun, Y. Zhang, SPAA 2021",
      .capabilities = capability::weights32 | capability::early};

  static constexpr OptionRow rows[] = {
      integer<&Options::rho>("rho", 0, {0, std::int64_t{1} << 40},
                             "Entries that a round takes at least; 0: 128 per thread.")
          .tried("1000, 10000, 100000"),
      stepping::threads_row(),
      stepping::fusion_row(1000).tried("100, 10000, 0"),
      stepping::bounded_row(),
  };

  using Frame::Frame;

  void prepare(const Graph& graph, RunContext& context) {
    const auto plan = [&](const stepping::Profile& profile, unsigned threads) {
      const double width = stepping::chosen_width(profile, 0.75);  // of the buckets by which entries are counted
      const std::uint64_t rho = options_.rho > 0 ? options_.rho : std::uint64_t{128} * threads;
      return stepping::Plan{NearestEntries{rho}, {.width = width, .fusion = options_.fusion}, options_.bounded};
    };
    solver_ = stepping::make_solver<about.capabilities>(graph, context, options_.threads, plan);
  }
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::RhoStepping)
