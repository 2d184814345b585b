// How the GPUs are doing while plugins run on them: clocks, temperature, power, and why clocks are low. Read from
// NVIDIA's management library, which comes with the driver and is looked for at run time; it makes no CUDA context.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "result.hpp"

namespace wayfront::host {

class DeviceMonitor {
 public:
  /// Loads `library`. Without it, or without a device, monitors nothing.
  explicit DeviceMonitor(const char* library = "libnvidia-ml.so.1");
  ~DeviceMonitor();
  DeviceMonitor(const DeviceMonitor&) = delete;
  DeviceMonitor& operator=(const DeviceMonitor&) = delete;

  /// Index, name, uuid and driver of each device that this process may use (CUDA_VISIBLE_DEVICES), for the report.
  nlohmann::json describe() const;
  /// One reading of each of them, now; a figure that a device does not tell is 0.
  std::vector<DeviceReading> read(const VertexId& source, unsigned repeat) const;

 private:
  struct Library;
  std::unique_ptr<Library> library_;  // null: monitors nothing
};

/// The reasons in a mask of NVML's clock event (throttle) reasons that mean slower than the device could be; an idle
/// device, and clocks that an application set, are none.
std::vector<std::string> throttle_reasons(std::uint64_t mask);

/// Which of `count` devices CUDA_VISIBLE_DEVICES (`visible`, null where it is not set) leaves, by NVML's index. `uuids`
/// has one entry each; an entry may also be the beginning of a uuid. As CUDA does, ends at the first that is none.
std::vector<unsigned> visible_devices(const char* visible, const std::vector<std::string>& uuids);

}  // namespace wayfront::host
