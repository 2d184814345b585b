// How much device memory the calls of a run take: DeviceBuffer counts it, the frame of plugin.hpp says for which run,
// and the host's reports have the peak.
#pragma once

#include <cstdint>

#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::cuda {

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

/// What DeviceGraph::csr() takes of the device, for device_bytes() of a plugin.
constexpr std::uint64_t csr_bytes(const GraphInfo& info) {
  const std::uint64_t offset = info.offsets == OffsetKind::offsets64 ? 8 : 4;
  return (std::uint64_t{info.vertices} + 1) * offset + info.edges * (sizeof(Vertex) + weight_size(info.weights));
}

/// For tests of a plugin: the `nth` DeviceBuffer from now on, of any thread, fails as if another program had just taken
/// the memory; 0: none does. Returns how many were still to come until the last one that was asked for, 0 if it has
/// failed. The environment variable WAYFRONT_FAIL_DEVICE_BUFFER sets it when a process makes its first buffer.
std::uint64_t fail_device_buffer(std::uint64_t nth);

}  // namespace wayfront::cuda
