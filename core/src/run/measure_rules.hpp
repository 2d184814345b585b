// The pipeline's rules for every call of a plugin.
#pragma once

#include <cstdint>

namespace wayfront::host {

struct MeasureRules {
  double timeout = 60;       // seconds per call of the plugin
  double run_timeout = 0;    // seconds for all calls of one run together; 0: no limit
  double total_timeout = 0;  // seconds for the whole pipeline; 0: no limit
  std::uint64_t memory = 0;  // max bytes of a worker in addition to the graph; 0: most of the free memory
  bool trace = false;
  bool work = true;
  bool predecessors = false;
  bool whole_rows = false;        // never rows of targets alone
  unsigned parallel_sources = 1;  // instances that solve the sources of a batch at the same time; 0: one per thread
};

/// Seconds after its time limit in which a plugin must stop, before it counts as stuck.
double grace(const MeasureRules& rules);

}  // namespace wayfront::host
