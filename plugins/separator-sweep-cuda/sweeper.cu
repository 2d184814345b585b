// Once for each type of weights.
#include "sweeper.cuh"

namespace wayfront::separator_sweep_cuda {

template <>
std::unique_ptr<Sweeper<WAYFRONT_WEIGHT>> make_sweeper<WAYFRONT_WEIGHT>(
    const DeviceStructure& structure, const separators::Numbers<WAYFRONT_WEIGHT>& numbers,
    Magnitude<WAYFRONT_WEIGHT> exact_up_to, RunContext& context) {
  return std::make_unique<SweeperOf<WAYFRONT_WEIGHT>>(structure, numbers, exact_up_to, context);
}

}  // namespace wayfront::separator_sweep_cuda
