// What a structure is on a device, whatever the weights: uploaded once, and kept when only weights change.
#pragma once

#include <cstdint>

#include "share.hpp"
#include "structure.hpp"
#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/stream.hpp"
#include "wayfront/cuda/transfer.hpp"
#include "wayfront/run.hpp"

namespace wayfront::separator_sweep_cuda {

class DeviceStructure {
 public:
  /// For the run's device. `structure` must outlive it.
  DeviceStructure(const separators::Structure& structure, RunContext& context);

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
                                 RunContext& context) const;

  const separators::Structure& structure_;
  int device_;
  Shares shares_;
  Paths paths_;
  cuda::Stream stream_;  // outlives the buffers
  cuda::DeviceBuffer<std::uint32_t> maps_, up_places_, strip_starts_, anchors_;
  cuda::DeviceBuffer<Strip> strips_;
};

}  // namespace wayfront::separator_sweep_cuda
