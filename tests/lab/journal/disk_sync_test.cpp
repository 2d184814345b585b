#include "journal/disk_sync.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <thread>

namespace wayfront::host {
namespace {

using namespace std::chrono_literals;

TEST_CASE("the first is synced at once, and what is left at the end") {
  int syncs = 0;
  {
    DiskSync disk([&] {
      ++syncs;
      return 0;
    });
    CHECK(disk.appended() == 0);
    CHECK(syncs == 1);
    CHECK(disk.sync() == 0);
    CHECK(syncs == 1);  // nothing is left
  }
  CHECK(syncs == 1);
}

TEST_CASE("a sync that costs much is not made again before ten times that long has passed") {
  std::atomic<std::chrono::milliseconds::rep> time = 0;
  const auto now = [&] { return DiskSync::Clock::time_point(std::chrono::milliseconds(time)); };
  std::atomic<int> syncs = 0;
  {
    DiskSync disk(
        [&] {
          ++syncs;
          time += 20;
          return 0;
        },
        now);
    time = 1000;
    for (int i = 0; i < 5; ++i) disk.appended();
    CHECK(syncs == 1);
    time += 199;
    disk.appended();
    CHECK(syncs == 1);
    time += 1;
    disk.appended();
    CHECK(syncs == 2);
    disk.appended();
    CHECK(disk.sync() == 0);
    CHECK(syncs == 3);
    CHECK(disk.sync() == 0);
    CHECK(syncs == 3);  // nothing is left
    disk.appended();
  }
  CHECK(syncs == 4);
}

/// Waits as long as it takes: what never comes is found by the time limit of the test.
void await(const std::atomic<int>& count, int min) {
  while (count < min) std::this_thread::sleep_for(5ms);
}

TEST_CASE("what is left is synced although nothing more is appended; its errors are told later") {
  std::atomic<int> syncs = 0;
  DiskSync disk([&] {
    std::this_thread::sleep_for(50ms);  // dear: the next ones wait
    return ++syncs == 1 ? 0 : EIO;
  });
  CHECK(disk.appended() == 0);
  int error = disk.appended();
  await(syncs, 2);
  if (error == 0) error = disk.sync();
  CHECK(error == EIO);
  CHECK(disk.sync() == 0);
}

}  // namespace
}  // namespace wayfront::host
