// The processor time of this process, all its threads together.
#pragma once

#include <ctime>

namespace wayfront::host {

/// Since it began.
inline double processor_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace wayfront::host
