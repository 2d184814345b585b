// A loader that crashes when it is opened.
#include <csignal>

#include "opening_loader.hpp"

WAYFRONT_HOSTILE_LOADER(CrashingLoader, "crashing-loader", "Crashes when it is opened.") { std::raise(SIGSEGV); }
