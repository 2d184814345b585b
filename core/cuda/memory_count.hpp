// What DeviceBuffers took, for this library, the host and tests.
#pragma once

#include <cstdint>

#include "wayfront/cuda/memory_use.hpp"

namespace wayfront::cuda {

/// Bytes of DeviceBuffers that calls with one context made. What the driver takes for itself (a context, code, stacks
/// of threads) is not in it, nor is a copy of the graph that another run of this process brought to the device.
struct MemoryUse {
  std::uint64_t now = 0;
  std::uint64_t peak = 0;
  std::uint64_t estimate = 0;  // what the plugin said before it took any; 0 where it said nothing
};

/// Of the run with this context; all 0 where nothing was counted.
MemoryUse memory_use(const RunContext& context);

namespace detail {
/// Whether the buffer that is made now has to fail.
bool fails_now();
void count_buffer(const void* memory, std::uint64_t bytes);
void forget_buffer(const void* memory) noexcept;
}  // namespace detail
}  // namespace wayfront::cuda

// For the host, which looks these up where the library is loaded: contexts are addresses of RunContext objects.
extern "C" {
/// A new context has this address: what was counted for an earlier one there is forgotten.
void wayfront_cuda_memory_start(const void* context) noexcept;
/// As memory_use(): now, peak, estimate.
void wayfront_cuda_memory_use(const void* context, std::uint64_t (*figures)[3]) noexcept;
}
