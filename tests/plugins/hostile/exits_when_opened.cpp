// Calls exit() when it is opened.
#include <cstdlib>

#include "opening.hpp"

WAYFRONT_HOSTILE_OPENING(ExitsWhenOpened, "exits-when-opened", "Ends the program when it is opened.") { std::exit(0); }
