#include "sweeper.cuh"

namespace wayfront::separator_sweep_cuda {

template <>
std::unique_ptr<Sweeper<double>> make_sweeper<double>(const DeviceStructure& structure,
                                                      const separators::Numbers<double>& numbers,
                                                      Magnitude<double> exact_up_to, RunContext& context) {
  return std::make_unique<SweeperOf<double>>(structure, numbers, exact_up_to, context);
}

}  // namespace wayfront::separator_sweep_cuda
