// Has the name of a plugin that prepares a structure, and never ends to prepare it.
#include <chrono>
#include <thread>

#include "correct.hpp"

namespace wayfront::faulty {

class SlowStructure : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("separator-sweep", "Prepares until it is told to stop.");

  void prepare(const Graph&, RunContext& context) {
    for (;;) {
      context.throw_if_cancelled();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::SlowStructure)
