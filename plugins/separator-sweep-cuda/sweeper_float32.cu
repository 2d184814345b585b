#include "sweeper.cuh"

namespace wayfront::separator_sweep_cuda {

template <>
std::unique_ptr<Sweeper<float>> make_sweeper<float>(const DeviceStructure& structure,
                                                    const separators::Numbers<float>& numbers,
                                                    Magnitude<float> exact_up_to, RunContext& context) {
  return std::make_unique<SweeperOf<float>>(structure, numbers, exact_up_to, context);
}

}  // namespace wayfront::separator_sweep_cuda
