// Launches, often with a thread for each item. Their numbers have 64 bits: those of 2^32 - 1 vertices do not fit into 32
// once they are rounded up to whole blocks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "wayfront/cuda/error.hpp"

namespace wayfront::cuda {

/// Blocks of `block` threads that hold `items` threads: at least 1, at most `max`, which is a grid's limit.
inline unsigned blocks_for(std::uint64_t items, unsigned block, unsigned max = 0x7fff'ffff) {
  return static_cast<unsigned>(std::clamp<std::uint64_t>(items / block + (items % block != 0 ? 1 : 0), 1, max));
}

/// How many blocks of how many threads, with how many bytes of dynamic shared memory each, and which line asks for them.
struct Grid {
  Grid(dim3 grid, unsigned threads, std::size_t bytes = 0, const char* source = __builtin_FILE(),
       int place = __builtin_LINE())
      : blocks(grid), block(threads), shared(bytes), file(source), line(place) {}
  void check(cudaError_t error) const {
    if (error != cudaSuccess) throw_error(error, "launch", file, line);
  }

  dim3 blocks;
  unsigned block;
  std::size_t shared;
  const char* file;
  int line;
};

/// Runs `kernel` on `stream`. Throws where it cannot be launched.
template <class Kernel, class... Arguments>
void launch(Kernel* kernel, const Grid& grid, cudaStream_t stream, const Arguments&... arguments) {
  kernel<<<grid.blocks, grid.block, grid.shared, stream>>>(arguments...);
  grid.check(cudaGetLastError());
}

/// The same for blocks that wait for each other: all of them are on the device at once.
template <class... Parameters>
void launch_together(void (*kernel)(Parameters...), const Grid& grid, cudaStream_t stream,
                     std::type_identity_t<Parameters>... arguments) {
  void* addresses[] = {&arguments...};
  grid.check(cudaLaunchCooperativeKernel(kernel, grid.blocks, dim3(grid.block), addresses, grid.shared, stream));
}

/// Lets blocks have up to `bytes` of dynamic shared memory: for all who launch the kernel in this process.
template <class Kernel>
void allow_shared_memory(Kernel* kernel, std::size_t bytes) {
  WAYFRONT_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
}

/// Lets them have all that the current device has for a block of this kernel, and returns how much that is.
template <class Kernel>
std::size_t allow_all_shared_memory(Kernel* kernel) {
  int device = 0, most = 0;
  cudaFuncAttributes attributes{};
  WAYFRONT_CUDA(cudaGetDevice(&device));
  WAYFRONT_CUDA(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  WAYFRONT_CUDA(cudaFuncGetAttributes(&attributes, kernel));
  const std::size_t room =
      std::max(static_cast<std::size_t>(most), attributes.sharedSizeBytes) - attributes.sharedSizeBytes;
  allow_shared_memory(kernel, room);
  return room;
}

/// Blocks of `block` threads with `shared` bytes that a multiprocessor holds at once; may be 0.
template <class Kernel>
unsigned resident_blocks(Kernel* kernel, unsigned block, std::size_t shared) {
  int resident = 0;
  WAYFRONT_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, static_cast<int>(block), shared));
  return static_cast<unsigned>(resident);
}

/// The number of the calling thread in its grid.
__device__ inline std::uint64_t grid_thread() { return std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; }

}  // namespace wayfront::cuda
