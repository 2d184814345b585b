// Needs a device that is nowhere.
#include <string>

#include "correct.hpp"

namespace wayfront::faulty {

class NoDevice : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("no-device", "Runs nowhere.");

  static void probe(int device) {
    throw Unsupported("device " + std::to_string(device) + " is not there; nothing can be tried");
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::NoDevice)
