// Announces a message of 4 GB to the host.
#include <unistd.h>

#include <cstdint>

#include "correct.hpp"

namespace wayfront::faulty {

class AnnouncesMuch : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("announces-much", "Announces much.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    const std::uint32_t length = 0xffffffff;
    if (::write(3, &length, sizeof length) < 0) ::_exit(9);
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::AnnouncesMuch)
