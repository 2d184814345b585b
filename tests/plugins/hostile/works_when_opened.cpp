// Is busy for a second of processor time as soon as its file is opened, on no clock.
#include <ctime>

#include "correct.hpp"

namespace wayfront::faulty {

const bool worked = [] {
  const std::clock_t end = std::clock() + CLOCKS_PER_SEC;
  while (std::clock() < end) {
  }
  return true;
}();

class WorksWhenOpened : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("works-when-opened", "Works when it is opened.");

  WorksWhenOpened() = default;
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::WorksWhenOpened)
