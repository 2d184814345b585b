#include "wayfront/cuda/error.hpp"

#include <string>
#include <string_view>

#include "wayfront/status.hpp"

namespace wayfront::cuda {
namespace {

StatusCode code_of(cudaError_t error) {
  switch (error) {
    case cudaErrorMemoryAllocation:
      return StatusCode::out_of_memory;
    case cudaErrorIllegalAddress:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorHardwareStackError:
    case cudaErrorLaunchFailure:
    case cudaErrorLaunchTimeout:
    case cudaErrorAssert:
    case cudaErrorECCUncorrectable:
    case cudaErrorNvlinkUncorrectable:
    case cudaErrorDevicesUnavailable:
    case cudaErrorContained:
      return StatusCode::device_lost;
    default:
      return StatusCode::failed;
  }
}

std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string text_of(cudaError_t error) {
  return std::string(cudaGetErrorName(error)) + ", " + cudaGetErrorString(error);
}

}  // namespace

void throw_error(cudaError_t error, const char* call, const char* file, int line) {
  static_cast<void>(cudaGetLastError());
  const std::string_view path(file);
  const std::size_t slash = path.rfind('/');
  throw Failure(code_of(error), "CUDA: " + text_of(error) + ", from " + call + " at " +
                                    std::string(slash == path.npos ? path : path.substr(slash + 1)) + ":" +
                                    std::to_string(line));
}

void ignore_error(cudaError_t error) noexcept {
  if (error != cudaSuccess) static_cast<void>(cudaGetLastError());
}

void probe(int device) {
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  if (error != cudaSuccess) static_cast<void>(cudaGetLastError());
  if (error == cudaErrorInsufficientDriver || error == cudaErrorSystemDriverMismatch) {
    int driver = 0, runtime = 0;
    ignore_error(cudaDriverGetVersion(&driver));
    ignore_error(cudaRuntimeGetVersion(&runtime));
    if (driver == 0) throw Unsupported("no CUDA driver is installed on this machine (libcuda.so was not found)");
    throw Unsupported("the CUDA driver supports CUDA " + version_text(driver) + ", but this plugin needs " +
                      version_text(runtime) + ": update the driver");
  }
  if (error == cudaErrorNoDevice || (error == cudaSuccess && count == 0))
    throw Unsupported("this machine has no CUDA device (or CUDA_VISIBLE_DEVICES hides it)");
  if (error != cudaSuccess) throw Unsupported("CUDA cannot be used here: " + text_of(error));

  const int index = chosen_device(device);
  if (index >= count)
    throw Unsupported("there is no CUDA device " + std::to_string(index) + ": this machine has " +
                      std::to_string(count) + (count == 1 ? " (index 0)" : " (from index 0)"));
  int major = 0, cooperative = 0, pools = 0;
  WAYFRONT_CUDA(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, index));
  WAYFRONT_CUDA(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, index));
  WAYFRONT_CUDA(cudaDeviceGetAttribute(&pools, cudaDevAttrMemoryPoolsSupported, index));
  if (major < 8)
    throw Unsupported("CUDA device " + std::to_string(index) + " has compute capability " + std::to_string(major) +
                      ".x, but 8.0 or higher is needed");
  if (cooperative == 0 || pools == 0)
    throw Unsupported("CUDA device " + std::to_string(index) + " has no " +
                      (cooperative == 0 ? "cooperative launches" : "memory pools"));
  ignore_error(cudaSetDevice(index));  // makes the context; where it fails, prepare fails and says so
}

void use_device(int device) { WAYFRONT_CUDA(cudaSetDevice(chosen_device(device))); }

}  // namespace wayfront::cuda
