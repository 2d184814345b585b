// Whether there is a GPU, asked from its driver, which is found at run time. Starts no context on it.
#pragma once

#include <optional>

#include "wayfront/choose.hpp"

namespace wayfront::host {

/// CUDA's first device, or null. The driver is asked once in a process, which may take half a second.
const InstalledDevice* installed_device();

/// The same from this driver, each time.
std::optional<InstalledDevice> device_of(const char* driver);

}  // namespace wayfront::host
