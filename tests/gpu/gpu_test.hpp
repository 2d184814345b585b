// What the device tests share.
#pragma once

#include "../test.hpp"
#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/error.hpp"
#include "wayfront/cuda/stream.hpp"
#include "wayfront/status.hpp"

namespace wayfront::cuda {

/// Whether tests can run here; says why not.
inline bool device_here() {
  try {
    probe(0);
    use_device(0);
    return true;
  } catch (const Failure& reason) {
    MESSAGE("skipped: " << std::string(reason.what()));
    return false;
  }
}

/// A copy of what the host has.
template <class T>
DeviceBuffer<T> uploaded(const T* host, std::uint64_t size, cudaStream_t stream) {
  DeviceBuffer<T> buffer(size, "test", stream);
  if (size != 0) WAYFRONT_CUDA(cudaMemcpyAsync(buffer.data(), host, size * sizeof(T), cudaMemcpyHostToDevice, stream));
  return buffer;
}

template <class T>
std::vector<T> downloaded(const T* device, std::uint64_t size) {
  std::vector<T> values(size);
  if (size != 0) WAYFRONT_CUDA(cudaMemcpy(values.data(), device, size * sizeof(T), cudaMemcpyDeviceToHost));
  return values;
}

}  // namespace wayfront::cuda

/// First line of a test that needs a device.
#define WAYFRONT_NEEDS_DEVICE() \
  if (!::wayfront::cuda::device_here()) return
