#include "wayfront/cuda/device.hpp"

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

}  // namespace wayfront::cuda
