#include "run/devices/memory_use.hpp"

#include <dlfcn.h>

#include <cstdint>

#include "run/driver_library.hpp"

namespace wayfront::host {

void count_device_memory(const RunContext& context) {
  void (*call)(const void*) = nullptr;
  DriverLibrary(WAYFRONT_CUDA_LIBRARY, RTLD_LAZY | RTLD_NOLOAD).find(call, "wayfront_cuda_memory_start");
  if (call != nullptr) call(&context);
}

DeviceBytes device_memory_of(const RunContext& context) {
  using Figures = std::uint64_t[3];  // now, peak, estimate
  void (*call)(const void*, Figures*) = nullptr;
  DriverLibrary(WAYFRONT_CUDA_LIBRARY, RTLD_LAZY | RTLD_NOLOAD).find(call, "wayfront_cuda_memory_use");
  if (call == nullptr) return {};
  Figures figures = {};
  call(&context, &figures);
  return {.peak = figures[1], .estimate = figures[2]};
}

}  // namespace wayfront::host
