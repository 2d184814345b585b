// Takes one source at a time.
#include "pretends.hpp"

namespace wayfront::faulty {

class PretendsSingles : public Pretends {
 public:
  static constexpr PluginAbout about = {.name = "pretends-singles",
                                        .version = "1",
                                        .summary = "Solves on the processor and pretends to have three devices.",
                                        .capabilities = capability::any_weights | capability::device};
  using Pretends::Pretends;
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::PretendsSingles)
