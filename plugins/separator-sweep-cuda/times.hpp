// When the parts of a kernel were done, for traces.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "device_structure.hpp"
#include "wayfront/cuda/buffer.hpp"
#include "wayfront/run.hpp"

namespace wayfront::separator_sweep_cuda {

/// Moments that kernels write down, by block; then one for each step after the root's.
enum Stamp : unsigned { begun, staged, risen, crossed, joined, descended, met, gathered, stamps };
inline constexpr unsigned max_stamps = stamps + max_steps;

class Times {
 public:
  explicit Times(const DeviceStructure& structure) : structure_(structure) {}

  /// Where kernels write; null where `context` does not trace.
  std::uint64_t* memory(const RunContext& context) {
    if (!context.tracing()) return nullptr;
    if (times_.size() == 0)
      times_ = {std::uint64_t{structure_.shares().blocks} * max_stamps, "separator-sweep-cuda: times"};
    return times_.data();
  }

  /// A round for each of `parts`, and where they say `stamps`, for each step: when the last block had done it.
  void trace(std::initializer_list<unsigned> parts, RunContext& context) const;

 private:
  const DeviceStructure& structure_;
  cuda::HostBuffer<std::uint64_t> times_;  // made when a run traces
};

}  // namespace wayfront::separator_sweep_cuda
