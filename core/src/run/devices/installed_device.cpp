#include "run/devices/installed_device.hpp"

#include <cstddef>

#include "run/driver_library.hpp"

namespace wayfront::host {

std::optional<InstalledDevice> device_of(const char* driver) {
  const CudaDriver cuda(driver);
  int (*name_of)(char*, int, int) = cuda.library.find("cuDeviceGetName");
  int (*memory_of)(std::size_t*, int) = cuda.library.find("cuDeviceTotalMem_v2");
  if (cuda.init == nullptr || cuda.get == nullptr || name_of == nullptr || memory_of == nullptr) return std::nullopt;
  int device = 0;
  char name[256] = {};
  std::size_t bytes = 0;
  if (cuda.init(0) != 0 || cuda.get(&device, 0) != 0) return std::nullopt;
  if (name_of(name, sizeof(name) - 1, device) != 0 || memory_of(&bytes, device) != 0) return std::nullopt;
  return InstalledDevice{name, bytes};
}

const InstalledDevice* installed_device() {
  static const std::optional<InstalledDevice> device = device_of("libcuda.so.1");
  return device ? &*device : nullptr;
}

}  // namespace wayfront::host
