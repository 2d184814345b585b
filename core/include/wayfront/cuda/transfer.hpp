// Copies between ordinary host memory and the device through page-locked staging: the host's threads fill one slot
// while the other one is on the bus. Several times as fast as a copy from pageable memory. Outputs may also be memory
// of the device (Output::device_memory): then nothing crosses the bus.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <memory>

#include "wayfront/run.hpp"

namespace wayfront::cuda {

/// One per plugin instance; its staging memory (two slots of up to 8 MB) is made, and grows, with the copies that need it.
class Transfer {
 public:
  Transfer();
  Transfer(Transfer&& other) noexcept;
  Transfer& operator=(Transfer&& other) noexcept;
  ~Transfer();

  /// Returns when `host` has been read; the copy ends in the order of `stream`. Throws Cancelled between pieces.
  void to_device(void* device, const void* host, std::uint64_t bytes, RunContext& context, cudaStream_t stream);
  /// Whether kernels can write to `host` as it is: memory of an Output whose number is `memory`, if it is page-locked
  /// already, or from the second time on that it is seen, if the system lets it be. It stays so as long as this object.
  /// Always, if it is memory of the device.
  bool reaches(void* host, std::uint64_t bytes, std::uint64_t memory);
  /// Waits until all of `host` is written, the earlier work of `stream` included. If `host` is memory of an Output,
  /// `memory` is its number: from the second copy on it is page-locked, and the device writes to it directly. With
  /// Output::device_memory it is a copy on the device.
  void to_host(void* host, const void* device, std::uint64_t bytes, RunContext& context, cudaStream_t stream,
               std::uint64_t memory = 0);

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace wayfront::cuda
