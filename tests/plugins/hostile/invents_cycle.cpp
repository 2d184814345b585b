// Reports a negative cycle of vertices that have no arcs to each other.
#include "correct.hpp"

namespace wayfront::faulty {

class InventsCycle : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("invents-cycle", "Invents a cycle.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    output.outcome = Outcome::negative_cycle;
    output.cycle.assign({0, output.vertices - 1});
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::InventsCycle)
