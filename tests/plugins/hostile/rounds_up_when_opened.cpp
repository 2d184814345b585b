// Sets the rounding of all sums to upwards when it is opened.
#include <cfenv>

#include "opening.hpp"

WAYFRONT_HOSTILE_OPENING(RoundsUpWhenOpened, "rounds-up-when-opened", "Rounds upwards from its opening on.") {
  std::fesetround(FE_UPWARD);
}
