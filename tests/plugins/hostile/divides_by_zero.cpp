// Divides by zero.
#include <csignal>

#include "correct.hpp"

namespace wayfront::faulty {

class DividesByZero : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("divides-by-zero", "Divides by zero.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    std::raise(SIGFPE);
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::DividesByZero)
