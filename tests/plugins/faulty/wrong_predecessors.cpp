// The source is its own predecessor, as other frameworks have it.
#include "correct.hpp"

namespace wayfront::faulty {

class WrongPredecessors : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("wrong-predecessors", "Makes the source its own predecessor.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    if (output.predecessors != nullptr && output.outcome == Outcome::solved)
      output.predecessors[problem.source] = problem.source;
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::WrongPredecessors)
