// A process that this one starts: with nothing of ours but what it is given, in a process group of its own. What it
// starts itself ends with it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "workers/process_family.hpp"

namespace wayfront::host {

class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;

  /// Runs `program` with `arguments` (after its name). Its standard input is empty; standard output and error both go
  /// to `output`; `descriptors` become 3, 4, ... and nothing else is inherited. Throws std::system_error.
  ChildProcess(const std::filesystem::path& program, std::span<const std::string> arguments, int output,
               std::span<const int> descriptors);
  /// Kills what still runs.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  pid_t id() const { return id_; }
  /// To the process alone; nothing where it has ended.
  void signal(int number) const;
  /// To its whole group, which those it started may belong to.
  void kill();

  struct Ended {
    int status = 0;  // of wait(2)
    double user = 0, system = 0;
    std::uint64_t peak_resident_bytes = 0;
  };
  /// Whether it has ended, though it may not have been waited for and others may hold its descriptors open.
  bool has_ended() const;
  /// No member of its family is given time to clean up after `end`.
  void must_be_gone_by(Clock::time_point end) { end_ = end; }
  /// How it ended, if it does before `deadline`, and nothing of its family is left then. Afterwards the same at once.
  std::optional<Ended> wait_until(Clock::time_point deadline);

 private:
  ProcessFamily family_;
  pid_t id_ = -1;
  Clock::time_point end_ = Clock::time_point::max();
  std::optional<Ended> ended_;
};

/// "crashed: segmentation fault", "was killed from outside (SIGTERM)", "ended its process with exit code 3".
std::string how_it_ended(const ChildProcess::Ended& ended);

}  // namespace wayfront::host
