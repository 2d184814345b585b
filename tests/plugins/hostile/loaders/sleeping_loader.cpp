// A loader that does not come back when it is opened.
#include <unistd.h>

#include "opening_loader.hpp"

WAYFRONT_HOSTILE_LOADER(SleepingLoader, "sleeping-loader", "Never comes back from its opening.") {
  for (;;) ::pause();
}
