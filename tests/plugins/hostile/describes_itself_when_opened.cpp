// Has a descriptor that is only made when it is opened.
#include "opening.hpp"

namespace wayfront::hostile {

class DescribesItself : public Correct {
 public:
  static constexpr PluginAbout about =
      hostile::about("describes-itself-when-opened", "Is nothing before it is opened.");
};

}  // namespace wayfront::hostile

extern "C" __attribute__((visibility("default"))) wayfront::PluginDescriptor wayfront_plugin;
wayfront::PluginDescriptor wayfront_plugin;

[[gnu::constructor]] static void when_opened() {
  wayfront_plugin = wayfront::detail::describe<wayfront::hostile::DescribesItself>();
}
