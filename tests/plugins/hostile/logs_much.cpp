// Logs lines without end.
#include "correct.hpp"

namespace wayfront::faulty {

class LogsMuch : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("logs-much", "Logs too much.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    for (int i = 0; i < 100'000; ++i) context.log(Level::info, "and another one, for what it is worth");
    Correct::solve(problem, output, context);
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::LogsMuch)
