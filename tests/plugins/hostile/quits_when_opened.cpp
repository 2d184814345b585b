// Calls _exit() when it is opened, so that no handler is called.
#include <unistd.h>

#include "opening.hpp"

WAYFRONT_HOSTILE_OPENING(QuitsWhenOpened, "quits-when-opened", "Ends the program at once when it is opened.") {
  ::_exit(0);
}
