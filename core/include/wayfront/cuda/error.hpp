// CUDA errors as exceptions with a StatusCode, and whether this process can use a device at all.
#pragma once

#include <cuda_runtime_api.h>

namespace wayfront::cuda {

/// Throws Failure for an error of `call`: out_of_memory, device_lost where the context is gone (every later call in
/// this process fails too), failed otherwise. The message has the error's name and text, the call, file and line.
[[noreturn]] void throw_error(cudaError_t error, const char* call, const char* file, int line);

/// For destructors: swallows the error, and clears it where it is not sticky.
void ignore_error(cudaError_t error) noexcept;

/// The device a run uses: its own index, or 0 where it was given none (-1).
constexpr int chosen_device(int device) { return device < 0 ? 0 : device; }

/// Returns if `device` (-1: device 0) can run our kernels, and has made this process's context on it by then, which
/// takes about 0.1 s and is not a plugin's own work. Throws Unsupported with what is missing otherwise: no driver, a
/// driver older than the runtime, no device, no such index, too old a chip, no cooperative launch.
void probe(int device);

/// Makes `device` (-1: device 0) the calling thread's current one. First thing in every call from the host.
void use_device(int device);

}  // namespace wayfront::cuda

/// Evaluates a CUDA runtime call and throws where it failed.
#define WAYFRONT_CUDA(call)                                                       \
  do {                                                                            \
    if (const cudaError_t wayfront_error = (call); wayfront_error != cudaSuccess) \
      ::wayfront::cuda::throw_error(wayfront_error, #call, __FILE__, __LINE__);   \
  } while (false)

/// The same for destructors: never throws.
#define WAYFRONT_CUDA_IGNORED(call) ::wayfront::cuda::ignore_error(call)
