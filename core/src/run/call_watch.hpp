// Detects plugin calls that do not return: a plugin's thread cannot be stopped from outside.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace wayfront::host {

class CallWatch {
 public:
  using Clock = std::chrono::steady_clock;
  /// Runs if a call does not return. It may end the process.
  using GiveUp = std::function<void()>;
  /// No limit; with more, a deadline could overflow the clock.
  static constexpr double unlimited = 1e9;

  /// Every call should end before `end`.
  explicit CallWatch(Clock::time_point end = Clock::time_point::max());
  CallWatch(const CallWatch&) = delete;
  CallWatch& operator=(const CallWatch&) = delete;

  /// A call that is running until end(), at the latest until this is destroyed. Calls may overlap.
  class Call {
   public:
    /// The call should end within `seconds` and before the watch's end plus `after_end`; an overrun is detected up to
    /// 50 ms later. `give_up` is then called on a separate thread, and end() waits for it; it must not begin or end a
    /// call. A watch detects only one overrun. A null `watch` detects none.
    Call(CallWatch* watch, double seconds, GiveUp give_up, Clock::duration after_end = {});
    ~Call() { end(); }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;
    void end();

   private:
    friend class CallWatch;
    CallWatch* watch_;
    GiveUp give_up_;
    Clock::time_point deadline_;
  };

 private:
  std::mutex mutex_;
  std::condition_variable_any stopped_;
  const Clock::time_point end_;
  std::vector<const Call*> calls_;  // that go on
  std::jthread thread_;             // last: it uses the others
};

}  // namespace wayfront::host
