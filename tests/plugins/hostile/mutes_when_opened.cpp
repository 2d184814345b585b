// Closes standard output and error when it is opened.
#include <cstdio>

#include "opening.hpp"

WAYFRONT_HOSTILE_OPENING(MutesWhenOpened, "mutes-when-opened", "Closes the streams when it is opened.") {
  std::fclose(stdout);
  std::fclose(stderr);
}
