// A GPU serves one process at a time. Where workers take turns, the first thing that a worker does on the GPU waits
// until the other one's context is off it: 0.13 ms on an H200, more than some solves take. A program that uses a plugin
// alone never waits for that, so it happens before the clock of a solve starts.
#pragma once

#include <vector>

#include "run/driver_library.hpp"

namespace wayfront::host {

class DeviceTurn {
 public:
  /// For the devices on which this process has a primary context by now. Does nothing without CUDA's driver.
  explicit DeviceTurn(const char* cuda = "libcuda.so.1");
  ~DeviceTurn();
  DeviceTurn(const DeviceTurn&) = delete;
  DeviceTurn& operator=(const DeviceTurn&) = delete;

  /// Writes one byte in each device's memory and waits for it.
  void take() const;

 private:
  struct Held {
    int device;
    CudaDriver::Context context;
    CudaDriver::Address byte;
  };

  void hold(int index);

  CudaDriver driver_;
  std::vector<Held> held_;
};

}  // namespace wayfront::host
