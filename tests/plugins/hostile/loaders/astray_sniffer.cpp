// A loader whose reason, when it is asked what a file is, lies where no memory is.
#include <cstdint>

#include "opening_loader.hpp"

WAYFRONT_HOSTILE_SNIFFER(AstraySniffer, "astray-sniffer", "Gives a reason that cannot be read.") {
  return {.confidence = 50, .reason = reinterpret_cast<const char*>(std::uintptr_t{8})};
}
