// A process with all that it starts, also what leaves its process group and its session, or outlives it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

namespace wayfront::host {

/// A setting that is in the environment of the processes of one family and of no others.
class ProcessFamily {
 public:
  static constexpr const char* variable = "WAYFRONT_WORKER";

  ProcessFamily();

  /// This process's environment with the setting, for posix_spawn; valid as long as this object and the environment.
  std::vector<char*> environment();
  /// Those that run, without those that have ended and wait to be taken.
  std::vector<pid_t> members() const;
  /// Asks them to end (SIGTERM), which lets them clean up, and kills those that have not after `grace`. Returns when
  /// none is left; gives up where they start others faster than they are killed.
  void end(std::chrono::milliseconds grace) const;

 private:
  std::string setting_;
};

}  // namespace wayfront::host
