#include "run/call_watch.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace wayfront::host {
namespace {

using std::chrono::milliseconds;

TEST_CASE("a call that does not come back is noticed once, and end() waits for that") {
  std::atomic<int> noticed{0};
  std::atomic<bool> done{false};
  {
    CallWatch watch;
    CallWatch::Call late(&watch, 0.001, [&] {
      ++noticed;
      std::this_thread::sleep_for(milliseconds(20));
      done = true;
    });
    while (noticed == 0) std::this_thread::sleep_for(milliseconds(1));
    late.end();
    CHECK(done);
    const CallWatch::Call later(&watch, 0.001, [&] { ++noticed; });
    std::this_thread::sleep_for(milliseconds(120));  // time for two looks
  }
  CHECK(noticed == 1);
}

TEST_CASE("a call that goes on when all should have ended is noticed, however long it may take") {
  std::atomic<int> noticed{0};
  CallWatch watch(CallWatch::Clock::now() + milliseconds(1));
  const CallWatch::Call call(&watch, 1e300, [&] { ++noticed; });
  while (noticed == 0) std::this_thread::sleep_for(milliseconds(1));
  CHECK(noticed == 1);
}

TEST_CASE("of calls in each other, the one whose time is over first is given up") {
  std::atomic<int> inner{0}, outer{0};
  {
    CallWatch watch(CallWatch::Clock::now() + milliseconds(1));
    const CallWatch::Call around(
        &watch, CallWatch::unlimited, [&] { ++outer; }, std::chrono::minutes(1));
    const CallWatch::Call within(&watch, 60, [&] { ++inner; });
    while (inner == 0) std::this_thread::sleep_for(milliseconds(1));
  }
  CHECK(inner == 1);
  CHECK(outer == 0);
}

TEST_CASE("calls that end are not noticed, nor is the time between them, nor calls without a watch") {
  std::atomic<int> noticed{0};
  {
    const CallWatch::Call unwatched(nullptr, 0, [&] { ++noticed; });
    CallWatch watch;
    for (int i = 0; i < 1000; ++i) const CallWatch::Call call(&watch, 60, [&] { ++noticed; });
    const CallWatch::Call endless(&watch, 1e300, [&] { ++noticed; });
    std::this_thread::sleep_for(milliseconds(120));
  }
  CHECK(noticed == 0);
}

}  // namespace
}  // namespace wayfront::host
