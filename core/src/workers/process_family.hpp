// A process with all its descendants, including those that leave its process group and session, or outlive it. Members
// are identified by a setting in their environment.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace wayfront::host {

/// A setting that only the processes of one family have in their environment.
class ProcessFamily {
 public:
  static constexpr const char* variable = "WAYFRONT_WORKER";

  ProcessFamily();

  /// This process's environment with the setting, for posix_spawn; valid as long as this object and the environment.
  std::vector<char*> environment();
  /// The running members, without zombies.
  std::vector<pid_t> members() const;
  /// Asks them to end (SIGTERM), which lets them clean up, and kills the rest after `grace`. Returns when none is left;
  /// gives up if they start others faster than they are killed.
  void end(std::chrono::milliseconds grace) const;

 private:
  std::string setting_;
};

}  // namespace wayfront::host
