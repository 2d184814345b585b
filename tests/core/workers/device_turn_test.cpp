#include "workers/device_turn.hpp"

#include <doctest/doctest.h>

#include "run/driver_library.hpp"

using namespace wayfront::host;

namespace {

/// A counter of the fake driver, whose library stays loaded.
int& counter(const char* name) {
  static const DriverLibrary fake(WAYFRONT_FAKE_CUDA);
  int* it = nullptr;
  fake.find(it, name);
  REQUIRE(it != nullptr);
  return *it;
}

}  // namespace

TEST_CASE("a turn writes one byte on each device that this process uses, and gives everything back") {
  {
    const DeviceTurn turn(WAYFRONT_FAKE_CUDA);
    CHECK(counter("fake_retained") == 1);  // neither the device without a context nor the one that is full
    CHECK(counter("fake_bytes") == 1);
    CHECK(counter("fake_fills") == 0);
    turn.take();
    turn.take();
    CHECK(counter("fake_fills") == 2);
    CHECK(counter("fake_waits") == 2);
    CHECK(counter("fake_pushed") == 0);
  }
  CHECK(counter("fake_retained") == 0);
  CHECK(counter("fake_bytes") == 0);
}

TEST_CASE("without a driver a turn does nothing") {
  const DeviceTurn turn("libno-such-driver.so.1");
  turn.take();
}
