#include "device_structure.hpp"

#include <string>

#include "wayfront/cuda/device.hpp"
#include "wayfront/cuda/error.hpp"
#include "wayfront/status.hpp"

namespace wayfront::separator_sweep_cuda {

template <class T>
cuda::DeviceBuffer<T> DeviceStructure::uploaded(const std::vector<T>& items, const char* what, cuda::Transfer& transfer,
                                                RunContext& context) const {
  cuda::DeviceBuffer<T> result(items.size() + 4, what, stream_);  // copies of 16 bytes may reach beyond
  transfer.to_device(result.data(), items.data(), items.size() * sizeof(T), context, stream_);
  return result;
}

DeviceStructure::DeviceStructure(const separators::Structure& structure, RunContext& context)
    : structure_(structure),
      device_(cuda::chosen_device(context.device())),
      shares_(shares_of(structure, cuda::multiprocessors(context.device()))),
      paths_(paths_of(structure)) {
  if (structure.steps.size() > max_steps + 1)
    throw Unsupported("separator-sweep-cuda: this graph's separators have " +
                      std::to_string(structure.steps.size() - 1) + " steps, and at most " + std::to_string(max_steps) +
                      " are admitted");
  context.throw_if_cancelled();
  context.phase(Phase::upload);
  cuda::Transfer transfer;
  maps_ = uploaded(shares_.maps, "separator-sweep-cuda: shares of blocks", transfer, context);
  strips_ = uploaded(shares_.strips, "separator-sweep-cuda: strips of tables", transfer, context);
  strip_starts_ = uploaded(shares_.strip_starts, "separator-sweep-cuda: strips of blocks", transfer, context);
  up_places_ = uploaded(paths_.up_places, "separator-sweep-cuda: boundaries", transfer, context);
  anchors_ = uploaded(structure.anchors, "separator-sweep-cuda: anchors", transfer, context);
  stream_.wait();
  context.phase(Phase::setup);
}

}  // namespace wayfront::separator_sweep_cuda
