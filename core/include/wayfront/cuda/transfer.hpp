// Copies between ordinary host memory and the device through page-locked staging: the host's threads fill one slot
// while the other one is on the bus. Several times as fast as a copy from pageable memory.
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/stream.hpp"
#include "wayfront/run.hpp"

namespace wayfront::cuda {

/// One per plugin instance; its staging memory (two slots) is made on the first copy that is worth it.
class Transfer {
 public:
  static constexpr std::uint64_t slot_bytes = std::uint64_t{8} << 20;

  /// Returns when `host` has been read; the copy ends in the order of `stream`. Throws Cancelled between pieces.
  void to_device(void* device, const void* host, std::uint64_t bytes, RunContext& context, cudaStream_t stream);
  /// Waits until all of `host` is written, the earlier work of `stream` included.
  void to_host(void* host, const void* device, std::uint64_t bytes, RunContext& context, cudaStream_t stream);

 private:
  struct Slot {
    HostBuffer<std::byte> memory{slot_bytes, "staging for copies"};
    Event done;
  };
  static constexpr std::uint64_t small_bytes = 256 << 10;  // below it a plain copy is as fast
  std::array<Slot, 2>& slots();
  std::unique_ptr<std::array<Slot, 2>> slots_;
};

}  // namespace wayfront::cuda
