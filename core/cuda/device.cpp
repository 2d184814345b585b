#include "wayfront/cuda/device.hpp"

#include <algorithm>
#include <cstddef>

#include "wayfront/cuda/error.hpp"

namespace wayfront::cuda {
namespace {

unsigned attribute(cudaDeviceAttr what, int device) {
  int value = 0;
  WAYFRONT_CUDA(cudaDeviceGetAttribute(&value, what, chosen_device(device)));
  return static_cast<unsigned>(value);
}

}  // namespace

unsigned multiprocessors(int device) { return attribute(cudaDevAttrMultiProcessorCount, device); }

std::uint64_t resident_threads(int device) {
  return std::uint64_t{multiprocessors(device)} * attribute(cudaDevAttrMaxThreadsPerMultiProcessor, device);
}

std::uint64_t free_memory() {
  int device = 0;
  WAYFRONT_CUDA(cudaGetDevice(&device));
  std::size_t free = 0, total = 0;
  WAYFRONT_CUDA(cudaMemGetInfo(&free, &total));
  cudaMemPool_t pool = nullptr;
  WAYFRONT_CUDA(cudaDeviceGetDefaultMemPool(&pool, device));
  std::uint64_t reserved = 0, used = 0;
  WAYFRONT_CUDA(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved));
  WAYFRONT_CUDA(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
  return free + (reserved - std::min(used, reserved));
}

}  // namespace wayfront::cuda
