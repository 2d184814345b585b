// A child process: it inherits only what it is given, and has its own process group. Processes that it starts end with
// it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
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
  /// Kills everything that still runs.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  pid_t id() const { return id_; }
  /// Sends it only to the process; does nothing if it has ended.
  void signal(int number) const;
  /// Sends it to its whole group, to which processes that it started may belong.
  void kill();

  struct Ended {
    int status = 0;  // of wait(2)
    double user = 0, system = 0;
    std::uint64_t peak_resident_bytes = 0;
  };
  /// Whether it has ended, even if it has not been waited for and others hold its descriptors open.
  bool has_ended() const;
  /// Private bytes of the processes that it has started and that still run; without its own.
  std::uint64_t memory_of_others() const;
  /// After `end`, members of its family get no time to clean up.
  void must_be_gone_by(Clock::time_point end) { end_ = end; }
  /// How it ended, if it ends before `deadline`; then nothing of its family is left. Later calls return the same at
  /// once.
  std::optional<Ended> wait_until(Clock::time_point deadline);

 private:
  ProcessFamily family_;
  pid_t id_ = -1;
  Clock::time_point end_ = Clock::time_point::max();
  std::optional<Ended> ended_;
};

/// Private bytes of a process: memory files, above all the graph, are shared. 0 if it has ended.
std::uint64_t private_memory(pid_t process);

/// "crashed: segmentation fault", "was killed from outside (SIGTERM)", "ended its process with exit code 3".
std::string how_it_ended(const ChildProcess::Ended& ended);

}  // namespace wayfront::host
