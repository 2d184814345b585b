// The state of the GPUs while plugins run on them: clocks, temperature, power, and why clocks are low. Read from
// NVIDIA's management library (NVML), which comes with the driver and is searched at run time. Its device numbers are
// not CUDA's, so a device is identified by its UUID, which the CUDA driver returns without creating a context.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "record/result.hpp"

namespace wayfront::host {

class DeviceMonitor {
 public:
  /// Monitors `devices`, by CUDA's numbers. Monitors nothing without the driver's libraries or without such devices.
  explicit DeviceMonitor(std::span<const unsigned> devices, const char* nvml = "libnvidia-ml.so.1",
                         const char* cuda = "libcuda.so.1");
  ~DeviceMonitor();
  DeviceMonitor(const DeviceMonitor&) = delete;
  DeviceMonitor& operator=(const DeviceMonitor&) = delete;

  /// CUDA's index, name, UUID and driver of each device, for the report; what CUDA's driver tells of its hardware, too.
  /// `bytes_per_second` is the peak of its memory: clock, width and two transfers a clock.
  nlohmann::json describe() const;
  /// One reading of each device, now; a figure that a device does not report is 0.
  std::vector<DeviceReading> read(const VertexId& source, unsigned repeat) const;

 private:
  struct Library;
  std::unique_ptr<Library> library_;  // null: monitors nothing
};

/// The reasons in a mask of NVML's clock event (throttle) reasons for which a device is slower than possible; an idle
/// device, or clocks set by an application, are no such reason.
std::vector<std::string> throttle_reasons(std::uint64_t mask);

using DeviceUuid = std::array<std::uint8_t, 16>;

/// As NVML writes it after `prefix`, which is "GPU-" or "MIG-".
std::string uuid_text(std::string_view prefix, const DeviceUuid& uuid);

}  // namespace wayfront::host
