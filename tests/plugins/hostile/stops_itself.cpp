// Stops its process with SIGSTOP.
#include <csignal>

#include "correct.hpp"

namespace wayfront::faulty {

class StopsItself : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("stops-itself", "Stops itself.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    ::raise(SIGSTOP);
    Correct::solve(problem, output, context);
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::StopsItself)
