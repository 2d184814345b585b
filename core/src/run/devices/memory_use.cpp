#include "run/devices/memory_use.hpp"

#include <dlfcn.h>

#include <cstdint>

#include "run/driver_library.hpp"

namespace wayfront::host {
const char* const DeviceMemoryUse::shared_by_plugins = WAYFRONT_CUDA_LIBRARY;

void DeviceMemoryUse::start(const RunContext& context) const {
  void (*call)(const void*) = nullptr;
  DriverLibrary(library_, RTLD_LAZY | RTLD_NOLOAD).find(call, "wayfront_cuda_memory_start");
  if (call != nullptr) call(&context);
}

DeviceBytes DeviceMemoryUse::of(const RunContext& context) const {
  using Figures = std::uint64_t[3];  // now, peak, estimate
  void (*call)(const void*, Figures*) = nullptr;
  DriverLibrary(library_, RTLD_LAZY | RTLD_NOLOAD).find(call, "wayfront_cuda_memory_use");
  if (call == nullptr) return {};
  Figures figures = {};
  call(&context, &figures);
  return {.peak = figures[1], .estimate = figures[2]};
}

}  // namespace wayfront::host
