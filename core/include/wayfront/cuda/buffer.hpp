// Memory with owners: DeviceBuffer on the device, HostBuffer page-locked on the host.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "wayfront/cuda/error.hpp"
#include "wayfront/status.hpp"

namespace wayfront::cuda {

/// Throws Failure(out_of_memory) unless the current device has `bytes` free; `what` names the thing in the message,
/// which has both figures. DeviceBuffer asks for itself; ask for the sum first where several buffers belong together.
void require_memory(std::uint64_t bytes, const char* what);

/// Whether `call` found the memory that it asked for; what else it throws goes on.
template <class Call>
bool has_memory_for(const Call& call) {
  try {
    call();
    return true;
  } catch (const Failure& failure) {
    if (failure.code() != StatusCode::out_of_memory) throw;
    return false;
  }
}

namespace detail {
void* allocate(std::uint64_t bytes, const char* what, cudaStream_t stream);
void release(void* memory, cudaStream_t stream) noexcept;
void* allocate_pinned(std::uint64_t bytes, const char* what);
void release_pinned(void* memory) noexcept;
}  // namespace detail

/// `size` uninitialised elements on the current device. Move-only and stream-ordered: usable by work of `stream` at
/// once, by other streams after it was synchronised; freed in the order of `stream`, which must outlive the buffer.
template <class T>
class DeviceBuffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  DeviceBuffer() = default;
  DeviceBuffer(std::uint64_t size, const char* what, cudaStream_t stream)
      : data_(static_cast<T*>(detail::allocate(size * sizeof(T), what, stream))), size_(size), stream_(stream) {}
  DeviceBuffer(DeviceBuffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)), stream_(other.stream_) {}
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(stream_, other.stream_);
    return *this;
  }
  ~DeviceBuffer() {
    if (data_ != nullptr) detail::release(data_, stream_);
  }

  T* data() const noexcept { return data_; }
  std::uint64_t size() const noexcept { return size_; }
  std::uint64_t bytes() const noexcept { return size_ * sizeof(T); }

  /// Copies all of it to the host, behind the earlier work of `stream`; waits.
  std::vector<T> read(cudaStream_t stream) const {
    std::vector<T> values(size_);
    if (size_ != 0) WAYFRONT_CUDA(cudaMemcpyAsync(values.data(), data_, bytes(), cudaMemcpyDeviceToHost, stream));
    WAYFRONT_CUDA(cudaStreamSynchronize(stream));
    return values;
  }
  /// Sets every byte; does not wait.
  void fill_bytes(int value, cudaStream_t stream) const {
    if (size_ != 0) WAYFRONT_CUDA(cudaMemsetAsync(data_, value, bytes(), stream));
  }

 private:
  T* data_ = nullptr;
  std::uint64_t size_ = 0;
  cudaStream_t stream_ = nullptr;
};

/// `size` elements of page-locked host memory, zeroed; kernels may use the same address. Slow to make: once per
/// instance.
template <class T>
class HostBuffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  HostBuffer() = default;
  HostBuffer(std::uint64_t size, const char* what)
      : data_(static_cast<T*>(detail::allocate_pinned(size * sizeof(T), what))), size_(size) {}
  HostBuffer(HostBuffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  HostBuffer& operator=(HostBuffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~HostBuffer() {
    if (data_ != nullptr) detail::release_pinned(data_);
  }

  T* data() const noexcept { return data_; }
  T& operator[](std::uint64_t i) const noexcept { return data_[i]; }
  std::uint64_t size() const noexcept { return size_; }
  std::uint64_t bytes() const noexcept { return size_ * sizeof(T); }
  std::span<T> span() const noexcept { return {data_, size_}; }

 private:
  T* data_ = nullptr;
  std::uint64_t size_ = 0;
};

}  // namespace wayfront::cuda
