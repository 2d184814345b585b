// Notices calls that do not come back: there is no way to take a thread back from a plugin.
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
  /// What is done about a call that does not come back. It may end the process.
  using GiveUp = std::function<void()>;
  /// As good as no limit; from here on a deadline could overflow the clock.
  static constexpr double unlimited = 1e9;

  /// Every call should end before `end`.
  explicit CallWatch(Clock::time_point end = Clock::time_point::max());
  CallWatch(const CallWatch&) = delete;
  CallWatch& operator=(const CallWatch&) = delete;

  /// A call that goes on until end(), at the latest until this is destroyed. Calls may overlap.
  class Call {
   public:
    /// The call should end within `seconds`, and before the watch's end, or this long after it. A later call is noticed
    /// up to 50 ms late: `give_up` runs on a thread of its own while end() waits for it, and nothing may begin or end a
    /// call in it. The first call that is noticed is also the last. A null `watch` notices nothing.
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
