// Negative cycles are cut short and called solved.
#include "correct.hpp"

namespace wayfront::faulty {

class MissesCycle : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("misses-cycle", "Does not report negative cycles.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    output.outcome = Outcome::solved;
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::MissesCycle)
