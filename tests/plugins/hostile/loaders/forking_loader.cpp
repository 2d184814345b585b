// A loader that leaves a daemon behind when it is opened, which keeps all descriptors, and ends its own process.
#include <unistd.h>

#include "opening_loader.hpp"

WAYFRONT_HOSTILE_LOADER(ForkingLoader, "forking-loader", "Leaves a daemon when it is opened, and ends.") {
  if (::fork() != 0) ::_exit(3);
  ::setsid();
  for (;;) ::pause();
}
