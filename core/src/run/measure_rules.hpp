// What a pipeline asks of every call of a plugin.
#pragma once

#include <cstdint>

namespace wayfront::host {

struct MeasureRules {
  double timeout = 60;       // seconds per call of the plugin
  double run_timeout = 0;    // seconds of all calls of one run together; 0: no bound
  double total_timeout = 0;  // seconds of the whole pipeline; 0: no bound
  std::uint64_t memory = 0;  // bytes that a worker may take beside the graph; 0: most of what is free
  bool trace = false;
  bool work = true;
  bool predecessors = false;
};

/// Seconds past the end of its time that a plugin has to notice it, before it counts as stuck.
double grace(const MeasureRules& rules);

}  // namespace wayfront::host
