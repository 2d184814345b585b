// Declines in a solve what it took in prepare.
#include "correct.hpp"

namespace wayfront::faulty {

class SaysDeclined : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("says-declined", "Declines late.");

  void solve(const Problem&, Output&, RunContext&) { throw Unsupported("not today"); }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::SaysDeclined)
