// A process with all that it starts, also what leaves its process group and its session, or outlives it. Its members
// are known by a setting in their environment and, in a program that adopts them, by their parent.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace wayfront::host {

/// A setting that is in the environment of the processes of one family and of no others.
class ProcessFamily {
 public:
  static constexpr const char* variable = "WAYFRONT_WORKER";

  ProcessFamily();

  /// From now on, processes whose parent has ended become children of this process (Linux: a subreaper) and count as
  /// members of any family: so they are found without the setting, too. For a program, not for a library: a child that
  /// was not started with started() is ended with the next family.
  static void adopt_orphans();
  /// Starts a child of this process that is no orphan: `start` returns its id, or one <= 0 where it could not.
  static pid_t started(const std::function<pid_t()>& start);
  /// The child has been waited for: its id may be that of another process soon.
  static void taken(pid_t child);

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
