// Durations as people read them.
#pragma once

#include <string>

namespace wayfront::app {

/// "7 s", "3 min 20 s", "2 h 05 min".
std::string duration(double seconds);

}  // namespace wayfront::app
