// Crashes when it is opened.
#include <csignal>

#include "opening.hpp"

WAYFRONT_HOSTILE_OPENING(CrashesWhenOpened, "crashes-when-opened", "Crashes when it is opened.") {
  std::raise(SIGSEGV);
}
