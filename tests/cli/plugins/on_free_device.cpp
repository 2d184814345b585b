// Has the name of a plugin that needs a device, and solves on the processor unless $BUSY_DEVICE is set.
#include <cstdlib>

#include "correct.hpp"

namespace wayfront::faulty {

class OnFreeDevice : public Correct {
 public:
  static constexpr PluginAbout about = [] {
    PluginAbout it = about_fault("near-far", "Claims a device that may be busy.");
    it.capabilities |= capability::device;
    return it;
  }();

  void prepare(const Graph& graph, RunContext& context) {
    if (std::getenv("BUSY_DEVICE") != nullptr) throw Failure(StatusCode::out_of_memory, "the device is busy");
    Correct::prepare(graph, context);
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::OnFreeDevice)
