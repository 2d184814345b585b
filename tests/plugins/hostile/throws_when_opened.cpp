// Throws an exception when it is opened.
#include <stdexcept>

#include "opening.hpp"

WAYFRONT_HOSTILE_OPENING(ThrowsWhenOpened, "throws-when-opened", "Throws when it is opened.") {
  throw std::runtime_error("not today");
}
