#include "wayfront/cuda/buffer.hpp"

#include <cstdio>
#include <cstring>
#include <string>

#include "memory_count.hpp"
#include "wayfront/cuda/device.hpp"
#include "wayfront/status.hpp"

namespace wayfront::cuda {
namespace {

std::string size_text(std::uint64_t bytes) {
  char text[32];
  const auto value = static_cast<double>(bytes);
  if (bytes < 1'000'000) {
    std::snprintf(text, sizeof text, "%llu bytes", static_cast<unsigned long long>(bytes));
  } else if (bytes < 1'000'000'000) {
    std::snprintf(text, sizeof text, "%.1f MB", value / 1e6);
  } else {
    std::snprintf(text, sizeof text, "%.1f GB", value / 1e9);
  }
  return text;
}

std::string needs(const char* what, std::uint64_t bytes) {
  return std::string(what) + ": needs " + size_text(bytes) + " of device memory";
}

}  // namespace

void require_memory(std::uint64_t bytes, const char* what) {
  int device = 0;
  WAYFRONT_CUDA(cudaGetDevice(&device));
  const std::uint64_t free = free_memory();
  if (bytes > free)
    throw Failure(StatusCode::out_of_memory,
                  needs(what, bytes) + ", but device " + std::to_string(device) + " has " + size_text(free) + " free");
}

namespace detail {

void* allocate(std::uint64_t bytes, const char* what, cudaStream_t stream) {
  if (bytes == 0) return nullptr;
  require_memory(bytes, what);
  void* memory = nullptr;
  const cudaError_t error = fails_now() ? cudaErrorMemoryAllocation : cudaMallocAsync(&memory, bytes, stream);
  if (error == cudaErrorMemoryAllocation) {  // taken by somebody else meanwhile, or in too small pieces
    static_cast<void>(cudaGetLastError());
    throw Failure(StatusCode::out_of_memory, needs(what, bytes) + ", and the driver could not give it");
  }
  WAYFRONT_CUDA(error);
  try {
    count_buffer(memory, bytes);
  } catch (...) {
    release(memory, stream);
    throw;
  }
  return memory;
}

void release(void* memory, cudaStream_t stream) noexcept {
  forget_buffer(memory);  // first: as soon as it is free, another thread may get the same address
  WAYFRONT_CUDA_IGNORED(cudaFreeAsync(memory, stream));
}

void* allocate_pinned(std::uint64_t bytes, const char* what) {
  if (bytes == 0) return nullptr;
  void* memory = nullptr;
  const cudaError_t error = cudaHostAlloc(&memory, bytes, cudaHostAllocPortable | cudaHostAllocMapped);
  if (error == cudaErrorMemoryAllocation) {
    static_cast<void>(cudaGetLastError());
    throw Failure(StatusCode::out_of_memory, std::string(what) + ": the driver could not give " + size_text(bytes) +
                                                 " of page-locked host memory");
  }
  WAYFRONT_CUDA(error);
  std::memset(memory, 0, bytes);
  return memory;
}

void release_pinned(void* memory) noexcept { WAYFRONT_CUDA_IGNORED(cudaFreeHost(memory)); }

}  // namespace detail
}  // namespace wayfront::cuda
