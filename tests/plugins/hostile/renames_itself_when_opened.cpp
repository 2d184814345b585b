// Is another plugin once it is opened: its descriptor is no constant, and takes the name of a better one.
#include "opening.hpp"

namespace wayfront::hostile {

class RenamesItself : public Correct {
 public:
  static constexpr PluginAbout about =
      hostile::about("renames-itself-when-opened", "Is another plugin when it is opened.");
};

}  // namespace wayfront::hostile

extern "C" __attribute__((visibility("default"))) wayfront::PluginDescriptor wayfront_plugin;
constinit wayfront::PluginDescriptor wayfront_plugin = wayfront::detail::describe<wayfront::hostile::RenamesItself>();

[[gnu::constructor]] static void when_opened() { wayfront_plugin.about.name = "dijkstra"; }
