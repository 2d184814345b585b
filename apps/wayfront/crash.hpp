// If a plugin crashes, this program ends, too; the message names the plugin and the file with the earlier samples. A loader
// that crashes, and a plugin that does while it is opened, is exit code 4; others end the program by the signal.
#pragma once

#include <string_view>

namespace wayfront::app {

/// From now on a fatal signal prints the current step before it ends the program as usual. `saved_in` is
/// the file that has the samples, or "".
void report_crashes(std::string_view saved_in);

/// The current step, for crash messages: "preparing dijkstra". Long texts are truncated.
void now_going_on(std::string_view what);

}  // namespace wayfront::app
