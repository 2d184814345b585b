// Sets a umask that leaves no permissions when it is opened.
#include <sys/stat.h>

#include "opening.hpp"

WAYFRONT_HOSTILE_OPENING(MasksWhenOpened, "masks-when-opened", "Changes the umask when it is opened.") {
  ::umask(0777);
}
