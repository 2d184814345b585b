// A loader that ends its process, fine, when it is opened.
#include <unistd.h>

#include "opening_loader.hpp"

WAYFRONT_HOSTILE_LOADER(QuittingLoader, "quitting-loader", "Calls _exit(0) when it is opened.") { ::_exit(0); }
