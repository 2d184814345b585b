// Throws where nothing may be thrown.
#include <stdexcept>
#include <thread>

#include "correct.hpp"

namespace wayfront::faulty {

class Terminates : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("terminates", "Terminates.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    std::jthread([] { throw std::runtime_error("nobody catches this"); }).join();
    Correct::solve(problem, output, context);
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::Terminates)
