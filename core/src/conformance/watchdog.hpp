// Ends the process if a call does not return: a plugin's thread cannot be stopped from outside.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace wayfront::host::conformance {

/// Unless it is destroyed within `seconds`, it writes `message` to stderr and ends the process at once with exit code
/// 1.
class Watchdog {
 public:
  Watchdog(double seconds, std::string message);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable ended_;
  bool end_ = false;
  std::thread thread_;  // last: it uses the others
};

}  // namespace wayfront::host::conformance
