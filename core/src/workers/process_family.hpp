// A process with all its descendants, including those that leave its process group and session, or outlive it. Members
// are identified by a setting in their environment and, in a program that adopts orphans, by their parent.
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

  /// From now on, processes whose parent has ended become children of this process (Linux: a subreaper) and count as
  /// members of any family: so they are found even without the setting. For a program, not for a library: a child that
  /// was not started with started() is ended together with the next family.
  static void adopt_orphans();
  /// Starts a child of this process that is not an orphan: `start` returns its id, or a value <= 0 if it failed.
  static pid_t started(const std::function<pid_t()>& start);
  /// Call after waiting for the child: its id may soon be reused by another process.
  static void taken(pid_t child);

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
