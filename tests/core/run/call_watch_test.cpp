#include "run/call_watch.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace wayfront::host {
namespace {

TEST_CASE("a call that does not come back is noticed once, and end() waits for that") {
  std::atomic<int> noticed{0};
  std::atomic<bool> done{false};
  {
    CallWatch watch([&] {
      ++noticed;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      done = true;
    });
    watch.begin(0.001);
    while (noticed == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    watch.end();
    CHECK(done);
    watch.begin(0.001);
    std::this_thread::sleep_for(std::chrono::milliseconds(120));  // time for two looks
    watch.end();
  }
  CHECK(noticed == 1);
}

TEST_CASE("a call that goes on when all should have ended is noticed, however long it may take") {
  std::atomic<int> noticed{0};
  CallWatch watch([&] { ++noticed; }, std::chrono::steady_clock::now() + std::chrono::milliseconds(1));
  watch.begin(1e300);
  while (noticed == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  watch.end();
  CHECK(noticed == 1);
}

TEST_CASE("calls that end are not noticed, nor is the time between them") {
  std::atomic<int> noticed{0};
  {
    CallWatch watch([&] { ++noticed; });
    for (int i = 0; i < 1000; ++i) {
      watch.begin(60);
      watch.end();
    }
    watch.begin(1e300);
    std::this_thread::sleep_for(std::chrono::milliseconds(120));
  }
  CHECK(noticed == 0);
}

}  // namespace
}  // namespace wayfront::host
