// Changes the working directory when it is opened.
#include <unistd.h>

#include "opening.hpp"

WAYFRONT_HOSTILE_OPENING(MovesWhenOpened, "moves-when-opened", "Changes the working directory when it is opened.") {
  [[maybe_unused]] const int moved = ::chdir("/");
}
