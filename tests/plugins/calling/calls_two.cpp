#include "calling.hpp"

namespace wayfront::calling {

class CallsTwo : public Calls {
 public:
  static constexpr PluginAbout about{.name = "calls-two",
                                     .version = "1",
                                     .summary = "Calls another plugin.",
                                     .capabilities = capability::weights32 | capability::negative_weights};
  using Calls::Calls;
};

}  // namespace wayfront::calling

WAYFRONT_PLUGIN(wayfront::calling::CallsTwo)
