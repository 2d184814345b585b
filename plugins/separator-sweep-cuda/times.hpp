// When the parts of a kernel were done, for traces.
#pragma once

#include <algorithm>
#include <cstddef>
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
  void trace(std::initializer_list<unsigned> parts, RunContext& context) const {
    const std::uint32_t blocks = structure_.shares().blocks;
    const auto time = [&](std::uint32_t block, unsigned stamp) {
      return times_[std::uint64_t{block} * max_stamps + stamp];
    };
    std::uint64_t start = time(0, begun);
    for (std::uint32_t block = 0; block < blocks; ++block) start = std::min(start, time(block, begun));
    std::uint64_t round = 0;
    const auto record = [&](unsigned stamp, std::uint64_t active) {
      std::uint64_t last = start;
      for (std::uint32_t block = 0; block < blocks; ++block) last = std::max(last, time(block, stamp));
      context.trace({.round = ++round,
                     .active = active,
                     .relaxed = 0,
                     .improved = 0,
                     .limit = 0,
                     .seconds = static_cast<double>(last - start) * 1e-9});
    };
    const auto& steps = structure_.host().steps;
    for (const unsigned part : parts) {
      if (part != stamps) {
        record(part, blocks);
        continue;
      }
      for (std::size_t step = 1; step + 1 < steps.size(); ++step)
        record(stamps + static_cast<unsigned>(step) - 1, steps[step + 1] - steps[step]);
    }
  }

 private:
  const DeviceStructure& structure_;
  cuda::HostBuffer<std::uint64_t> times_;  // made when a run traces
};

}  // namespace wayfront::separator_sweep_cuda
