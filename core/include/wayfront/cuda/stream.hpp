// Streams and events as owners.
#pragma once

#include <cuda_runtime_api.h>

#include <utility>

#include "wayfront/cuda/error.hpp"

namespace wayfront::cuda {

namespace detail {
/// A handle that is created, moved and destroyed.
template <class Handle, auto Destroy>
class Owned {
 public:
  Owned(Owned&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Owned() {
    if (handle_ != nullptr) WAYFRONT_CUDA_IGNORED(Destroy(handle_));
  }
  Handle get() const noexcept { return handle_; }
  operator Handle() const noexcept { return handle_; }  // NOLINT(google-explicit-constructor): passed to CUDA calls

 protected:
  Owned() = default;
  Handle handle_ = nullptr;
};
}  // namespace detail

/// A non-blocking stream of the current device: one per plugin instance, so that instances do not wait for each other.
class Stream : public detail::Owned<cudaStream_t, cudaStreamDestroy> {
 public:
  Stream() { WAYFRONT_CUDA(cudaStreamCreateWithFlags(&handle_, cudaStreamNonBlocking)); }
  /// Waits, without looking for cancellation: for work that is known to be short.
  void wait() const { WAYFRONT_CUDA(cudaStreamSynchronize(handle_)); }
};

/// A point in a stream's work, for other streams to wait for. Keeps no time.
class Event : public detail::Owned<cudaEvent_t, cudaEventDestroy> {
 public:
  Event() { WAYFRONT_CUDA(cudaEventCreateWithFlags(&handle_, cudaEventDisableTiming)); }
  void record(cudaStream_t stream) const { WAYFRONT_CUDA(cudaEventRecord(handle_, stream)); }
  /// Makes later work of `stream` wait for the recorded point; the caller does not wait.
  void block(cudaStream_t stream) const { WAYFRONT_CUDA(cudaStreamWaitEvent(stream, handle_)); }
  /// The calling thread waits.
  void wait() const { WAYFRONT_CUDA(cudaEventSynchronize(handle_)); }
};

}  // namespace wayfront::cuda
