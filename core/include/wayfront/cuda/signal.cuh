// How a kernel tells the host that it is done without a call of the driver. Such a call may cost as much as a small
// solve; with a signal a solve makes one, the launch.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "wayfront/cuda/buffer.hpp"
#include "wayfront/run.hpp"

namespace wayfront::cuda {

/// One per plugin instance, on the current device.
class Signal {
 public:
  /// What the launch takes along.
  struct Raiser {
    std::uint32_t* word;  // in the host's memory
    std::uint32_t number;

#if defined(__CUDACC__)
    /// One thread, as the last thing of the kernel: what it wrote to the host's memory before is there when the host
    /// sees the signal, and so is what other threads wrote before they told this one, each after a
    /// __threadfence_system() of its block.
    __device__ void raise() const {
      __threadfence_system();
      *static_cast<volatile std::uint32_t*>(word) = number;
    }
#endif
  };

  Signal() : word_(1, "signal of a kernel") {}

  /// For the next launch, which raises it once. Nobody waits for the signals before any more.
  Raiser next() noexcept { return {word_.data(), ++number_}; }
  /// Whether the last of next() was raised.
  bool raised() const noexcept;
  /// Waits until the last of next() is raised; when the run is cancelled meanwhile, raises *stop, which the kernel
  /// polls. Throws what the kernel failed with, and Failure where it ended without its signal. Work that comes behind
  /// the kernel in `stream` is not waited for.
  void wait(cudaStream_t stream, RunContext& context, std::uint32_t* stop) const;

 private:
  HostBuffer<std::uint32_t> word_;
  std::uint32_t number_ = 0;
};

/// A moment of a loop that waits for a word of memory.
void spin_once() noexcept;

}  // namespace wayfront::cuda
