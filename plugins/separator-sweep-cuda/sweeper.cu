// Once for each type of weights.
#include "sweeper.cuh"

namespace wayfront::separator_sweep_cuda {

using W = WAYFRONT_WEIGHT;

template <>
std::unique_ptr<Sweeper<W>> make_sweeper<W>(const DeviceStructure& structure, const separators::Numbers<W>& numbers,
                                            Magnitude<W> exact_up_to, RunContext& context) {
  return std::make_unique<SweeperOf<W>>(structure, numbers, exact_up_to, context);
}

}  // namespace wayfront::separator_sweep_cuda
