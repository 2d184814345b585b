// Threads of this process that solve at the same time, each from a source of its own (measure.parallel_sources), and so
// share the device. A cooperative launch waits until all of its blocks have room: solves run beside each other only if
// each takes its part.
#pragma once

namespace wayfront::cuda {

/// Notes that the calling thread launches a kernel on a device now, and returns how many share it, itself included:
/// those whose last kernel ends less than a few milliseconds before, or has not ended. [any thread]
unsigned begin_use(int device);

/// When it goes, the calling thread's kernel has ended.
struct UseOfDevice {
  UseOfDevice() = default;
  UseOfDevice(const UseOfDevice&) = delete;
  UseOfDevice& operator=(const UseOfDevice&) = delete;
  ~UseOfDevice();
};

}  // namespace wayfront::cuda
