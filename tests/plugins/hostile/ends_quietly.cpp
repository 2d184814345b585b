// Ends its process as if all were well.
#include <cstdlib>

#include "correct.hpp"

namespace wayfront::hostile {

using namespace wayfront::faulty;

class EndsQuietly : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("ends-quietly", "Ends its process with exit code 0.");

  void solve(const Problem&, Output&, RunContext&) { std::_Exit(0); }
};

}  // namespace wayfront::hostile

WAYFRONT_PLUGIN(wayfront::hostile::EndsQuietly)
