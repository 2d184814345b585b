#include "run/call_watch.hpp"

#include <algorithm>
#include <utility>

namespace wayfront::host {

CallWatch::CallWatch(Clock::time_point end)
    : end_(end), thread_([this](const std::stop_token& stop) {
        // It polls instead of being notified: a wake-up per call would disturb the measurement.
        constexpr std::chrono::milliseconds look_again(50);
        std::unique_lock lock(mutex_);
        while (!stop.stop_requested()) {
          stopped_.wait_for(lock, stop, look_again, [] { return false; });
          const auto first = std::ranges::min_element(calls_, {}, &Call::deadline_);
          if (first == calls_.end() || Clock::now() < (*first)->deadline_) continue;
          (*first)->give_up_();
          return;
        }
      }) {}

CallWatch::Call::Call(CallWatch* watch, double seconds, GiveUp give_up, Clock::duration after_end)
    : watch_(watch), give_up_(std::move(give_up)), deadline_(Clock::time_point::max()) {
  if (watch_ == nullptr) return;
  if (watch_->end_ != Clock::time_point::max()) deadline_ = watch_->end_ + after_end;
  if (seconds < unlimited)
    deadline_ = std::min(
        deadline_, Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds)));
  const std::scoped_lock lock(watch_->mutex_);
  watch_->calls_.push_back(this);
}

void CallWatch::Call::end() {
  if (watch_ == nullptr) return;
  const std::scoped_lock lock(watch_->mutex_);
  std::erase(watch_->calls_, this);
  watch_ = nullptr;
}

}  // namespace wayfront::host
