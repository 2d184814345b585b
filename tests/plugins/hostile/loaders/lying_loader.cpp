// A loader that answers for another one: it writes to every descriptor that it finds, and kills its relatives.
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>

#include "opening_loader.hpp"

WAYFRONT_HOSTILE_LOADER(LyingLoader, "lying-loader", "Writes to what is open, and kills its group.") {
  constexpr int max = 64;
  for (int file = STDERR_FILENO + 1; file < max; ++file) ::send(file, "????????????", 12, MSG_NOSIGNAL);
  ::kill(0, SIGKILL);
}
