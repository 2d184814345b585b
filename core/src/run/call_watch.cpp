#include "run/call_watch.hpp"

#include <algorithm>
#include <utility>

#include "base/process.hpp"

namespace wayfront::host {

CallWatch::CallWatch(std::function<void()> overdue, Clock::time_point end)
    : overdue_(std::move(overdue)), end_(end), thread_([this](const std::stop_token& stop) {
        // It polls instead of being notified: a wake-up per call would disturb the measurement.
        constexpr std::chrono::milliseconds look_again(50);
        std::unique_lock lock(mutex_);
        while (!stop.stop_requested()) {
          stopped_.wait_for(lock, stop, look_again, [] { return false; });
          if (Clock::now() < deadline_) continue;
          overdue_();
          return;
        }
      }) {}

void CallWatch::begin(double seconds) {
  constexpr double longest = 1e9;  // with more, a deadline would overflow the clock
  const std::scoped_lock lock(mutex_);
  deadline_ = end_;
  if (seconds < longest)
    deadline_ = std::min(
        end_, Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds)));
}

void CallWatch::end() {
  const std::scoped_lock lock(mutex_);
  deadline_ = Clock::time_point::max();
}

}  // namespace wayfront::host
