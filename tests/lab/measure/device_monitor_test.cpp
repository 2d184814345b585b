#include "measure/devices/device_monitor.hpp"

#include "../../test.hpp"

namespace wayfront::host {
namespace device_monitor_test {

constexpr unsigned both[] = {0, 1};
constexpr unsigned first[] = {0};
constexpr unsigned none[] = {7};

TEST_CASE("without the libraries of the driver, or without the device, nothing is monitored") {
  const char* const missing = "libno-such-library.so.1";
  const auto check_silent = [](const DeviceMonitor& monitor) {
    CHECK(monitor.describe().empty());
    CHECK(monitor.read(1, 1).empty());
  };
  check_silent(DeviceMonitor(both, missing, WAYFRONT_FAKE_NVML));
  check_silent(DeviceMonitor(both, WAYFRONT_FAKE_NVML, missing));
  check_silent(DeviceMonitor(none, WAYFRONT_FAKE_NVML, WAYFRONT_FAKE_NVML));
}

TEST_CASE("readings are those of CUDA's device, though NVML counts the cards in another order") {
  const DeviceMonitor monitor(both, WAYFRONT_FAKE_NVML, WAYFRONT_FAKE_NVML);
  REQUIRE(monitor.describe().size() == 2);
  CHECK(monitor.describe()[0] ==
        nlohmann::json::parse(R"({"index": 0, "name": "Fake GPU", "driver": "1.2", "compute_capability": "9.0",
          "uuid": "GPU-bb000000-0000-0000-0000-000000000002", "multiprocessors": 132, "max_mhz": 1980,
          "l2_bytes": 52428800, "memory_bytes": 85000000000, "bytes_per_second": 3352320000000})"));
  CHECK(monitor.describe()[1]["name"] == "Fake display card");
  CHECK(monitor.describe()[1]["multiprocessors"] == 131);
  CHECK(!monitor.describe()[1].contains("bytes_per_second"));  // it does not tell its clock
  const auto readings = monitor.read(17, 3);
  REQUIRE(readings.size() == 2);
  CHECK(readings[0].source == 17);
  CHECK(readings[0].repeat == 3);
  CHECK(readings[0].device == 0);
  CHECK(readings[0].graphics_mhz == 1001);
  CHECK(readings[0].memory_mhz == 2001);
  CHECK(readings[0].celsius == 55);
  CHECK(readings[0].watts == 250.5);
  CHECK(readings[0].throttled == std::vector<std::string>{"power cap", "thermal, software"});
  CHECK(readings[1].device == 1);
  CHECK(readings[1].throttled.empty());  // it is idle
}

TEST_CASE("only the devices that are named are monitored") {
  const DeviceMonitor monitor(first, WAYFRONT_FAKE_NVML, WAYFRONT_FAKE_NVML);
  REQUIRE(monitor.describe().size() == 1);
  CHECK(monitor.describe()[0]["name"] == "Fake GPU");
}

TEST_CASE("a UUID is written as NVML writes it") {
  const DeviceUuid uuid = {0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77,
                           0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff};
  CHECK(uuid_text("MIG-", uuid) == "MIG-00112233-4455-6677-8899-aabbccddeeff");
}

}  // namespace device_monitor_test
}  // namespace wayfront::host
