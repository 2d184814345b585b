// Its outcome is none that there is.
#include "correct.hpp"

namespace wayfront::faulty {

class UnknownOutcome : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("unknown-outcome", "Unknown outcome.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    output.outcome = static_cast<Outcome>(77);
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::UnknownOutcome)
