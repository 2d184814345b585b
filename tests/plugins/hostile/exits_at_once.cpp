// Ends its process without a word.
#include <unistd.h>

#include "correct.hpp"

namespace wayfront::faulty {

class ExitsAtOnce : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("exits-at-once", "Exits.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    ::_exit(0);
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::ExitsAtOnce)
