// Closes the descriptor over which its answers go.
#include <unistd.h>

#include "correct.hpp"

namespace wayfront::hostile {

using namespace wayfront::faulty;

class ClosesAnswers : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("closes-answers", "Cuts the way of its answers.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    constexpr int answers = 5;
    Correct::solve(problem, output, context);
    ::close(answers);
  }
};

}  // namespace wayfront::hostile

WAYFRONT_PLUGIN(wayfront::hostile::ClosesAnswers)
