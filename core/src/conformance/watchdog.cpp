#include "conformance/watchdog.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "base/errors.hpp"

namespace wayfront::host::conformance {

Watchdog::Watchdog(double seconds, std::string message)
    : thread_([this, seconds, text = std::move(message)] {
        std::unique_lock lock(mutex_);
        if (ended_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return end_; })) return;
        fmt::print(stderr, "{}\n", text);
        std::fflush(stdout);
        std::fflush(stderr);
        std::_Exit(static_cast<int>(ExitCode::failed_run));
      }) {}

Watchdog::~Watchdog() {
  {
    const std::scoped_lock lock(mutex_);
    end_ = true;
  }
  ended_.notify_one();
  thread_.join();
}

}  // namespace wayfront::host::conformance
