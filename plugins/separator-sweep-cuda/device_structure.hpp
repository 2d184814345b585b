// What a structure is on a device, whatever the weights: uploaded once, and kept when only weights change.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "share.hpp"
#include "structure.hpp"
#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/device.hpp"
#include "wayfront/cuda/error.hpp"
#include "wayfront/cuda/stream.hpp"
#include "wayfront/cuda/transfer.hpp"
#include "wayfront/run.hpp"
#include "wayfront/status.hpp"

namespace wayfront::separator_sweep_cuda {

class DeviceStructure {
 public:
  /// For the run's device. `structure` must outlive it.
  DeviceStructure(const separators::Structure& structure, RunContext& context)
      : structure_(structure),
        device_(cuda::chosen_device(context.device())),
        shares_(shares_of(structure, cuda::multiprocessors(context.device()))),
        paths_(paths_of(structure)) {
    if (structure.steps.size() > max_steps + 1)
      throw Unsupported("separator-sweep-cuda: this graph's separators have " +
                        std::to_string(structure.steps.size() - 1) + " steps, and at most " +
                        std::to_string(max_steps) + " are admitted");
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

  const separators::Structure& host() const { return structure_; }
  const Shares& shares() const { return shares_; }
  const Paths& paths() const { return paths_; }
  const std::uint32_t* maps() const { return maps_.data(); }
  const std::uint32_t* up_places() const { return up_places_.data(); }
  const Strip* strips() const { return strips_.data(); }
  const std::uint32_t* strip_starts() const { return strip_starts_.data(); }
  const std::uint32_t* anchors() const { return anchors_.data(); }
  int device() const { return device_; }

 private:
  template <class T>
  cuda::DeviceBuffer<T> uploaded(const std::vector<T>& items, const char* what, cuda::Transfer& transfer,
                                 RunContext& context) const {
    cuda::DeviceBuffer<T> result(items.size() + 4, what, stream_);  // copies of 16 bytes may reach beyond
    transfer.to_device(result.data(), items.data(), items.size() * sizeof(T), context, stream_);
    return result;
  }

  const separators::Structure& structure_;
  int device_;
  Shares shares_;
  Paths paths_;
  cuda::Stream stream_;  // outlives the buffers
  cuda::DeviceBuffer<std::uint32_t> maps_, up_places_, strip_starts_, anchors_;
  cuda::DeviceBuffer<Strip> strips_;
};

}  // namespace wayfront::separator_sweep_cuda
