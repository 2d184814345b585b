// Takes the sources of a batch together, and reduces rows or picks targets itself.
#include "pretends.hpp"

namespace wayfront::faulty {

class PretendsBatches : public Pretends {
 public:
  static constexpr PluginAbout about = {
      .name = "pretends-batches",
      .version = "1",
      .summary = "Solves batches on the processor and pretends to have three devices.",
      .capabilities = reducing_capabilities | capability::targets_only | capability::device};
  using Pretends::Pretends;
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::PretendsBatches)
