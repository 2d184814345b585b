// Is busy for a second of processor time when its instance is made, on no clock.
#include <ctime>

#include "correct.hpp"

namespace wayfront::faulty {

class WorksWhenMade : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("works-when-made", "Works when its instance is made.");

  WorksWhenMade() {
    const std::clock_t end = std::clock() + CLOCKS_PER_SEC;
    while (std::clock() < end) {
    }
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::WorksWhenMade)
