// Reports a negative cycle and does not say which.
#include "correct.hpp"

namespace wayfront::faulty {

class CycleWithoutVertices : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("cycle-without-vertices", "Cycle of nothing.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    output.outcome = Outcome::negative_cycle;
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::CycleWithoutVertices)
