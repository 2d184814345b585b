// Detects plugin calls that do not return: a plugin's thread cannot be stopped from outside.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace wayfront::host {

class CallWatch {
 public:
  /// `overdue` is called at most once, on a separate thread, while the call is still running: begin() and end() wait
  /// for it. It may end the process. Every call should end before `end`.
  explicit CallWatch(std::function<void()> overdue,
                     std::chrono::steady_clock::time_point end = std::chrono::steady_clock::time_point::max());
  CallWatch(const CallWatch&) = delete;
  CallWatch& operator=(const CallWatch&) = delete;

  /// A call begins that should end within `seconds`; an overrun is detected up to 50 ms later.
  void begin(double seconds);
  void end();

 private:
  using Clock = std::chrono::steady_clock;
  std::function<void()> overdue_;
  std::mutex mutex_;
  std::condition_variable_any stopped_;
  const Clock::time_point end_;
  Clock::time_point deadline_ = Clock::time_point::max();
  std::jthread thread_;  // last: it uses the others
};

}  // namespace wayfront::host
