// A loader that crashes when it is asked what a file is.
#include <csignal>

#include "opening_loader.hpp"

WAYFRONT_HOSTILE_SNIFFER(CrashingSniffer, "crashing-sniffer", "Crashes when it is asked.") {
  std::raise(SIGFPE);
  return {};
}
