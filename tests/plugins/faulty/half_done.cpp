// Told to stop, it calls what it has an answer.
#include "correct.hpp"

namespace wayfront::faulty {

class HalfDone : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("half-done", "Calls half an answer whole.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    try {
      Correct::solve(problem, output, context);
    } catch (const Cancelled&) {
    }
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::HalfDone)
