// Does not come back from graphs with one vertex, whatever it is told.
#include <chrono>
#include <thread>

#include "correct.hpp"

namespace wayfront::faulty {

class Hangs : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("hangs", "Hangs.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    while (graph_->info().vertices == 1) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    Correct::solve(problem, output, context);
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::Hangs)
