// Closes all descriptors that it finds.
#include <unistd.h>

#include "correct.hpp"

namespace wayfront::faulty {

class ClosesEverything : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("closes-everything", "Closes everything.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    for (int descriptor = 0; descriptor < 256; ++descriptor) ::close(descriptor);
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::ClosesEverything)
