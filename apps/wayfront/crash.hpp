// A plugin that crashes takes this program with it; at least it is named, and where the samples before it are.
#pragma once

#include <string_view>

namespace wayfront::app {

/// From now on a fatal signal prints what was going on before it ends the program as it always does. `saved_in` is
/// the file that has the samples, or "".
void report_crashes(std::string_view saved_in);

/// What a crash from now on is put down to: "preparing dijkstra". Cut where it is long.
void now_going_on(std::string_view what);

}  // namespace wayfront::app
