// Of each negative cycle the first vertex is left out, the source put in where nothing remains.
#include "correct.hpp"

namespace wayfront::faulty {

class WrongCycle : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("wrong-cycle", "Gives wrong cycles.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    if (output.outcome != Outcome::negative_cycle) return;
    output.cycle.erase(output.cycle.begin());
    if (output.cycle.empty()) output.cycle.push_back(problem.source);
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::WrongCycle)
