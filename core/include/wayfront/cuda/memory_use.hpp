// How much device memory the calls of a run take: DeviceBuffer counts it, the frame of plugin.hpp says for which run,
// and the host's reports have the peak.
#pragma once

#include <cstdint>

#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::cuda {

/// Bytes of DeviceBuffers that calls with one context made. What the driver takes for itself (a context, code, stacks
/// of threads) is not in it, nor is a copy of the graph that another run of this process brought to the device.
struct MemoryUse {
  std::uint64_t now = 0;
  std::uint64_t peak = 0;
  std::uint64_t estimate = 0;  // what the plugin said before it took any; 0 where it said nothing
};

/// While it lives, DeviceBuffers that this thread makes count for the run with this context, also after it is gone and
/// until they are freed. Buffers that other threads make count for nobody. PluginOf has one around each call.
class CountMemory {
 public:
  explicit CountMemory(const RunContext& context);
  CountMemory(const CountMemory&) = delete;
  CountMemory& operator=(const CountMemory&) = delete;
  ~CountMemory();

  /// What this run will take, as its plugin says; for reports alone.
  void expect(std::uint64_t bytes) const;

 private:
  void* before_;  // what this thread counted for
};

/// Of a weight, and of a distance.
constexpr std::uint64_t weight_bytes(const GraphInfo& info) {
  return info.weights == WeightKind::int64 || info.weights == WeightKind::float64 ? 8 : 4;
}

/// What DeviceGraph::csr() takes of the device, for device_bytes() of a plugin.
constexpr std::uint64_t csr_bytes(const GraphInfo& info) {
  const std::uint64_t offset = info.offsets == OffsetKind::offsets64 ? 8 : 4;
  return (std::uint64_t{info.vertices} + 1) * offset + info.edges * (sizeof(Vertex) + weight_bytes(info));
}

/// Of the run with this context; all 0 where nothing was counted.
MemoryUse memory_use(const RunContext& context);

/// For tests of a plugin: the `nth` DeviceBuffer from now on, of any thread, fails as if another program had just taken
/// the memory; 0: none does. Returns how many were still to come until the last one that was asked for, 0 if it has
/// failed. The environment variable WAYFRONT_FAIL_DEVICE_BUFFER sets it when a process makes its first
/// buffer.
std::uint64_t fail_device_buffer(std::uint64_t nth);

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
