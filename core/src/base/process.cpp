#include "base/process.hpp"

#include <ctime>

#include "wayfront/cpu/thread_team.hpp"

namespace wayfront::host {

std::atomic<bool> stop_requested{false};

unsigned available_processors() { return usable_processors(); }

double processor_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace wayfront::host
