// Does not come back when it is opened.
#include <unistd.h>

#include "opening.hpp"

WAYFRONT_HOSTILE_OPENING(SleepsWhenOpened, "sleeps-when-opened", "Never comes back from its opening.") {
  for (;;) ::pause();
}
