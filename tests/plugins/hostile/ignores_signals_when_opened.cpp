// Ignores one signal and blocks another when it is opened.
#include <csignal>

#include "opening.hpp"

WAYFRONT_HOSTILE_OPENING(IgnoresSignalsWhenOpened, "ignores-signals-when-opened",
                         "Ignores signals when it is opened.") {
  std::signal(SIGINT, SIG_IGN);
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
}
