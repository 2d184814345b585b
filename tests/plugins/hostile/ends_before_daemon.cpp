// Ends its process in a solve, and leaves one behind that holds all descriptors open.
#include <unistd.h>

#include "correct.hpp"

namespace wayfront::faulty {

class EndsBeforeDaemon : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("ends-before-daemon", "Ends before its daemon.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    if (::fork() == 0)
      for (;;) ::pause();
    Correct::solve(problem, output, context);
    ::_exit(3);
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::EndsBeforeDaemon)
