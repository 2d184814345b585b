// Says that it was told to stop.
#include "correct.hpp"

namespace wayfront::faulty {

class BlamesCancellation : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("blames-cancellation", "Blames cancellation.");

  void solve(const Problem&, Output&, RunContext&) { throw Cancelled(); }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::BlamesCancellation)
