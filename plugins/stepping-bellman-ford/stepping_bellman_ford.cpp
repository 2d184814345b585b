// stepping-bellman-ford is Bellman-Ford on the loop of delta-stepping and rho-stepping: a round takes every active
// vertex. It shows what their schedules are worth, all else being equal; on graphs of few rounds it is as good. The
// search and its inner loop over arcs are plugins/stepping: here is the schedule alone.
//
// For negative weights, and for negative cycles, see bellman-ford and cpu-bellman-ford: this one refuses them, because
// the loop knows distances from 0 up only.
//
// Reference: X. Dong, Y. Gu, Y. Sun, Y. Zhang, Efficient stepping algorithms and implementations for parallel shortest
// paths, SPAA 2021, section 3.

#include "../stepping/solver.hpp"
#include "wayfront/cpu/bucket_schedules.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront {
namespace {

class SteppingBellmanFord : public stepping::Frame {
 public:
  static constexpr PluginAbout about{
      .name = "stepping-bellman-ford",
      .version = "1.0.0",
      .summary = "Bellman-Ford on the stepping loop: what delta- and rho-stepping's schedules are worth.",
      .reference = "X. Dong, Y. Gu, Y. Sun, Y. Zhang, SPAA 2021, section 3",
      .capabilities = capability::weights32};

  static constexpr OptionRow rows[] = {stepping::threads_row(), stepping::fusion_row(0).tried("100, 1000, 10000")};

  using Frame::Frame;

  void prepare(const Graph& graph, RunContext& context) {
    solver_ = stepping::make_solver<about.capabilities>(
        graph, context, options_.threads, [&](const stepping::Profile&, unsigned) {
          return stepping::Plan{FirstBucket{}, {.width = 0, .fusion = options_.fusion}};
        });
  }
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::SteppingBellmanFord)
