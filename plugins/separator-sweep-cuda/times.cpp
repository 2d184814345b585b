#include "times.hpp"

#include <algorithm>

namespace wayfront::separator_sweep_cuda {

void Times::trace(std::initializer_list<unsigned> parts, RunContext& context) const {
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

}  // namespace wayfront::separator_sweep_cuda
