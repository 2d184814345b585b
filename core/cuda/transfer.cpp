#include "wayfront/cuda/transfer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

#include "wayfront/cuda/buffer.hpp"
#include "wayfront/cuda/stream.hpp"

namespace wayfront::cuda {
namespace {

constexpr std::uint64_t min_locked_bytes = 16 << 10;  // smaller memory shares its pages with too much
constexpr std::uint64_t slot_bytes = std::uint64_t{8} << 20;
constexpr std::uint64_t grain = 512 << 10;        // bytes per chunk of a parallel copy
constexpr std::uint64_t small_bytes = 256 << 10;  // below it a plain copy is as fast

struct Slot {
  HostBuffer<std::byte> memory;
  Event done;
};

/// Whether the current device may write to `host`, which somebody has page-locked already.
bool is_locked(const std::byte* host, std::uint64_t bytes) {
  const auto is_seen = [](const std::byte* at) {
    cudaPointerAttributes attributes{};
    if (const cudaError_t error = cudaPointerGetAttributes(&attributes, at); error != cudaSuccess) {
      WAYFRONT_CUDA_IGNORED(error);
      return false;
    }
    return attributes.type == cudaMemoryTypeHost && attributes.devicePointer == at;
  };
  return is_seen(host) && is_seen(host + bytes - 1);
}

/// Memory of the host's that belongs to a Transfer's outputs.
class PageLock {
 public:
  PageLock() = default;
  PageLock(const PageLock&) = delete;
  PageLock& operator=(const PageLock&) = delete;
  ~PageLock() { release(); }
  /// Whether the device may write to `host`: tries to page-lock it when it sees the number for the second time.
  bool holds(void* host, std::uint64_t bytes, std::uint64_t memory) {
    auto* const first = static_cast<std::byte*>(host);
    if (memory != 0 && memory != memory_) {  // a small one too: what is locked may be gone
      release();
      memory_ = memory;
      return bytes >= min_locked_bytes && is_locked(first, bytes);
    }
    if (memory == 0 || bytes < min_locked_bytes) return false;
    if (host_ != nullptr && first >= host_ && first + bytes <= host_ + bytes_) return true;
    if (is_locked(first, bytes)) return true;
    if (host_ == nullptr && !failed_) {
      void* seen_by_device = nullptr;
      cudaError_t error = cudaHostRegister(host, bytes, cudaHostRegisterMapped);
      failed_ = error != cudaSuccess;  // the system may refuse: then it goes on as before
      if (!failed_) {
        host_ = first;
        bytes_ = bytes;
        error = cudaHostGetDevicePointer(&seen_by_device, host, 0);
        if (error != cudaSuccess || seen_by_device != host) {
          release();
          failed_ = true;
        }
      }
      if (error != cudaSuccess) WAYFRONT_CUDA_IGNORED(error);
    }
    return host_ != nullptr && first >= host_ && first + bytes <= host_ + bytes_;
  }

 private:
  void release() noexcept {
    if (host_ != nullptr) WAYFRONT_CUDA_IGNORED(cudaHostUnregister(host_));
    host_ = nullptr;
    failed_ = false;
  }

  std::uint64_t memory_ = 0;
  std::byte* host_ = nullptr;  // of what is locked
  std::uint64_t bytes_ = 0;
  bool failed_ = false;
};

void copy_parallel(std::byte* to, const std::byte* from, std::uint64_t bytes, RunContext& context) {
  context.parallel_for(bytes, grain, [&](std::uint64_t begin, std::uint64_t end) {
    std::memcpy(to + begin, from + begin, end - begin);
  });
}

}  // namespace

struct Transfer::Memory {
  /// Slots that are large enough for a copy of `bytes`, and no larger: page-locking a megabyte takes about half a
  /// millisecond.
  std::array<Slot, 2>& slots(std::uint64_t bytes) {
    const std::uint64_t wanted = std::clamp(std::bit_ceil(bytes / 2), grain, slot_bytes);
    if (!staging) staging = std::make_unique<std::array<Slot, 2>>();
    for (Slot& slot : *staging)
      if (slot.memory.size() < wanted) {
        slot.done.wait();  // a copy that still reads there
        slot.memory = {};
        slot.memory = {wanted, "staging for copies"};
      }
    return *staging;
  }
  /// Of each slot: the second one may be smaller where memory ran out.
  std::uint64_t room() const { return std::min((*staging)[0].memory.size(), (*staging)[1].memory.size()); }
  std::unique_ptr<std::array<Slot, 2>> staging;
  PageLock lock;
};

Transfer::Transfer() : memory_(std::make_unique<Memory>()) {}
Transfer::Transfer(Transfer&& other) noexcept = default;
Transfer& Transfer::operator=(Transfer&& other) noexcept = default;
Transfer::~Transfer() = default;

void Transfer::to_device(void* device, const void* host, std::uint64_t bytes, RunContext& context,
                         cudaStream_t stream) {
  if (bytes <= small_bytes) {
    if (bytes != 0) WAYFRONT_CUDA(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, stream));
    return;
  }
  auto& pair = memory_->slots(bytes);
  const std::uint64_t room = memory_->room();
  for (std::uint64_t at = 0, i = 0; at < bytes; at += room, ++i) {
    context.throw_if_cancelled();
    const Slot& slot = pair[i % 2];
    const std::uint64_t size = std::min(room, bytes - at);
    slot.done.wait();  // its last copy; returns at once for an event that was never recorded
    copy_parallel(slot.memory.data(), static_cast<const std::byte*>(host) + at, size, context);
    WAYFRONT_CUDA(cudaMemcpyAsync(static_cast<std::byte*>(device) + at, slot.memory.data(), size,
                                  cudaMemcpyHostToDevice, stream));
    slot.done.record(stream);
  }
}

bool Transfer::reaches(void* host, std::uint64_t bytes, std::uint64_t memory) {
  return memory == Output::device_memory || memory_->lock.holds(host, bytes, memory);
}

void Transfer::to_host(void* host, const void* device, std::uint64_t bytes, RunContext& context, cudaStream_t stream,
                       std::uint64_t memory) {
  if (memory == Output::device_memory) {
    WAYFRONT_CUDA(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToDevice, stream));
    WAYFRONT_CUDA(cudaStreamSynchronize(stream));
    return;
  }
  if (const bool is_locked = memory_->lock.holds(host, bytes, memory); bytes <= small_bytes || is_locked) {
    if (bytes != 0) WAYFRONT_CUDA(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, stream));
    WAYFRONT_CUDA(cudaStreamSynchronize(stream));
    return;
  }
  auto& pair = memory_->slots(bytes);
  const std::uint64_t room = memory_->room();
  const auto size_at = [&](std::uint64_t at) { return std::min(room, bytes - at); };
  const auto fetch = [&](std::uint64_t at) {
    const Slot& slot = pair[at / room % 2];
    WAYFRONT_CUDA(cudaMemcpyAsync(slot.memory.data(), static_cast<const std::byte*>(device) + at, size_at(at),
                                  cudaMemcpyDeviceToHost, stream));
    slot.done.record(stream);
  };
  for (const Slot& slot : pair) slot.done.wait();  // uploads that still read them
  fetch(0);
  for (std::uint64_t at = 0; at < bytes; at += room) {
    if (at + room < bytes) fetch(at + room);
    const Slot& slot = pair[at / room % 2];
    slot.done.wait();
    copy_parallel(static_cast<std::byte*>(host) + at, slot.memory.data(), size_at(at), context);
  }
}

}  // namespace wayfront::cuda
