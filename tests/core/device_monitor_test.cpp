#include "device_monitor.hpp"

#include <doctest/doctest.h>

#include <cstdlib>

namespace wayfront::host {
namespace {

TEST_CASE("without the library nothing is monitored") {
  const DeviceMonitor monitor("libno-such-library.so.1");
  CHECK(monitor.describe().empty());
  CHECK(monitor.read(1, 1).empty());
}

TEST_CASE("what the library says of each device is read") {
  unsetenv("CUDA_VISIBLE_DEVICES");
  const DeviceMonitor monitor(WAYFRONT_FAKE_NVML);
  REQUIRE(monitor.describe().size() == 2);
  CHECK(monitor.describe()[1]["uuid"] == "GPU-bb");
  CHECK(monitor.describe()[0]["driver"] == "1.2");
  const auto readings = monitor.read(17, 3);
  REQUIRE(readings.size() == 2);
  CHECK(readings[0].source == 17);
  CHECK(readings[0].repeat == 3);
  CHECK(readings[0].throttled.empty());  // it is idle
  CHECK(readings[1].device == 1);
  CHECK(readings[1].graphics_mhz == 1001);
  CHECK(readings[1].memory_mhz == 2001);
  CHECK(readings[1].celsius == 55);
  CHECK(readings[1].watts == 250.5);
  CHECK(readings[1].throttled == std::vector<std::string>{"power cap", "thermal, software"});
}

TEST_CASE("CUDA_VISIBLE_DEVICES chooses as CUDA reads it") {
  const std::vector<std::string> uuids = {"GPU-aa", "GPU-bb", "GPU-cc"};
  using Devices = std::vector<unsigned>;
  CHECK(visible_devices(nullptr, uuids) == Devices{0, 1, 2});
  CHECK(visible_devices("", uuids).empty());
  CHECK(visible_devices("2,0", uuids) == Devices{2, 0});
  CHECK(visible_devices("GPU-b, 0", uuids) == Devices{1, 0});
  CHECK(visible_devices("1,7,0", uuids) == Devices{1});
  CHECK(visible_devices("-1", uuids).empty());
  CHECK(visible_devices("0,,1", uuids) == Devices{0});
}

}  // namespace
}  // namespace wayfront::host
