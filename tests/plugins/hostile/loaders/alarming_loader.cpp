// A loader that has its process ended a second after it was opened, and changes the language and the plugin path.
#include <unistd.h>

#include <cstdlib>

#include "opening_loader.hpp"

WAYFRONT_HOSTILE_LOADER(AlarmingLoader, "alarming-loader", "Sets an alarm and the environment when it is opened.") {
  ::alarm(1);
  ::setenv("WAYFRONT_PLUGIN_PATH", "/nowhere", 1);
  ::setenv("TMPDIR", "/nowhere", 1);
}
