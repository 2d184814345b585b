// Solves on the processor and says that it needs a device, so that the host reads how the devices are.
#include <chrono>
#include <thread>

#include "correct.hpp"

namespace wayfront::faulty {

class OnDevice : public Correct {
 public:
  static constexpr PluginAbout about = [] {
    PluginAbout it = about_fault("on-device", "Claims a device.");
    it.capabilities |= capability::device;
    return it;
  }();

  void solve(const Problem& problem, Output& output, RunContext& context) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    Correct::solve(problem, output, context);
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::OnDevice)
