// The state of the machine while plugins run on it: processor time taken by other processes and the hypervisor,
// frequency, throttling. Read from /proc and /sys between timed calls, at most 0.1 ms at a time; figures that a machine
// does not report (many virtual ones) are left out. `device_monitor` does the same for GPUs.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "record/result.hpp"

namespace wayfront::host {

class MachineMonitor {
 public:
  /// The folder of `proc` and `sys`: the environment variable WAYFRONT_MACHINE, for tests, else "/".
  static std::filesystem::path default_root();
  explicit MachineMonitor(std::filesystem::path root = default_root());

  /// Constant properties: `governor` of the processors, `turbo` and `caches`, if they are known.
  nlohmann::json describe() const;

  /// The first reading covers the time from here on. `own`: processes that do not count as others, with all their
  /// descendants and this process.
  void begin(std::span<const pid_t> own);
  enum class When : std::uint8_t {
    due,  // only if the last reading is long enough ago: the kernel counts in hundredths of a second
    now,
  };
  /// The figures since the previous reading, for the block that has just ended. Call begin() first.
  std::optional<MachineReading> read(const VertexId& source, unsigned repeat, std::span<const pid_t> own, When when);

 private:
  using Clock = std::chrono::steady_clock;

  /// The kernel's counters so far, in ticks.
  struct Counts {
    std::uint64_t all = 0, busy = 0, stolen = 0;  // of the processors that this process may use
    std::uint64_t own = 0;                        // of these processes
    std::uint64_t throttles = 0;
  };
  Counts counts(std::span<const pid_t> own);
  void count_processors(Counts& counts);
  std::uint64_t own_ticks(std::span<const pid_t> own);
  std::vector<pid_t> descendants(std::span<const pid_t> own) const;
  void read_load(MachineReading& reading);
  std::optional<unsigned> frequency();
  nlohmann::json caches() const;

  std::ifstream words_of(const std::filesystem::path& path) const;

  std::filesystem::path root_;
  std::vector<unsigned> processors_;                   // that this process may use
  std::vector<std::filesystem::path> throttle_files_;  // each counts how often a processor was too hot
  std::vector<pid_t> started_;                         // of our own processes, as of the last search
  Clock::time_point searched_{};
  std::size_t counted_processors_ = 0;  // in /proc/stat
  unsigned current_processor_ = 0;      // that this process ran on when it was last counted
  Counts last_;
  Clock::time_point last_time_{};
  Clock::duration last_cost_{};
  std::int64_t debt_ = 0;  // ticks of our own processes that are not yet charged to the processors
};

/// "0-3,8" as 0 1 2 3 8; empty for any other text.
std::vector<unsigned> processor_list(std::string_view text);

}  // namespace wayfront::host
