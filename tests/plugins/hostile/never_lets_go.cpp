// Its destructor does not come back.
#include <chrono>
#include <thread>

#include "correct.hpp"

namespace wayfront::faulty {

class NeverLetsGo : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("never-lets-go", "Does not end.");

  ~NeverLetsGo() {
    while (solved_) std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    solved_ = true;
  }

 private:
  bool solved_ = false;
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::NeverLetsGo)
