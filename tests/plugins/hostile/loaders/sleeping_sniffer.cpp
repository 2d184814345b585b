// A loader that does not come back when it is asked what a file is.
#include <unistd.h>

#include "opening_loader.hpp"

WAYFRONT_HOSTILE_SNIFFER(SleepingSniffer, "sleeping-sniffer", "Never comes back when it is asked.") {
  for (;;) ::pause();
}
