// On large graphs it goes on for 600 ms after it was told to stop.
#include <chrono>
#include <thread>

#include "correct.hpp"

namespace wayfront::faulty {

class IgnoresCancel : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("ignores-cancel", "Stops late.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    if (graph_->info().vertices > 10'000 && context.cancelled())
      std::this_thread::sleep_for(std::chrono::milliseconds(600));
    Correct::solve(problem, output, context);
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::IgnoresCancel)
