// Copies between ordinary host memory and the device through page-locked staging: the host's threads fill one slot
// while the other one is on the bus. Several times as fast as a copy from pageable memory. Outputs may also be memory
// of the device (Output::device_memory): then nothing crosses the bus.
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/stream.hpp"
#include "wayfront/run.hpp"

namespace wayfront::cuda {

/// One per plugin instance; its staging memory (two slots) is made on the first copy that is worth it.
class Transfer {
 public:
  static constexpr std::uint64_t slot_bytes = std::uint64_t{8} << 20;

  /// Returns when `host` has been read; the copy ends in the order of `stream`. Throws Cancelled between pieces.
  void to_device(void* device, const void* host, std::uint64_t bytes, RunContext& context, cudaStream_t stream);
  /// Whether kernels can write to `host` as it is: memory of an Output whose number is `memory`, if it is page-locked
  /// already, or from the second time on that it is seen, if the system lets it be. It stays so as long as this object.
  /// Always, if it is memory of the device.
  bool reaches(void* host, std::uint64_t bytes, std::uint64_t memory) {
    return memory == Output::device_memory || lock_->holds(host, bytes, memory);
  }
  /// Waits until all of `host` is written, the earlier work of `stream` included. If `host` is memory of an Output,
  /// `memory` is its number: from the second copy on it is page-locked, and the device writes to it directly. With
  /// Output::device_memory it is a copy on the device.
  void to_host(void* host, const void* device, std::uint64_t bytes, RunContext& context, cudaStream_t stream,
               std::uint64_t memory = 0);

 private:
  struct Slot {
    HostBuffer<std::byte> memory{slot_bytes, "staging for copies"};
    Event done;
  };
  /// Memory of the host's that belongs to this Transfer's outputs.
  class PageLock {
   public:
    PageLock() = default;
    PageLock(const PageLock&) = delete;
    PageLock& operator=(const PageLock&) = delete;
    ~PageLock() { release(); }
    /// Whether the device may write to `host`: tries to page-lock it when it sees the number for the second time.
    bool holds(void* host, std::uint64_t bytes, std::uint64_t memory);

   private:
    void release() noexcept;
    std::uint64_t memory_ = 0;
    std::byte* host_ = nullptr;  // of what is locked
    std::uint64_t bytes_ = 0;
    bool failed_ = false;
  };
  static constexpr std::uint64_t small_bytes = 256 << 10;  // below it a plain copy is as fast
  std::array<Slot, 2>& slots();
  std::unique_ptr<std::array<Slot, 2>> slots_;
  std::unique_ptr<PageLock> lock_ = std::make_unique<PageLock>();
};

}  // namespace wayfront::cuda
