#include "sweeper.cuh"

namespace wayfront::separator_sweep_cuda {

template <>
std::unique_ptr<Sweeper<std::int64_t>> make_sweeper<std::int64_t>(const DeviceStructure& structure,
                                                                  const separators::Numbers<std::int64_t>& numbers,
                                                                  Magnitude<std::int64_t> exact_up_to,
                                                                  RunContext& context) {
  return std::make_unique<SweeperOf<std::int64_t>>(structure, numbers, exact_up_to, context);
}

}  // namespace wayfront::separator_sweep_cuda
