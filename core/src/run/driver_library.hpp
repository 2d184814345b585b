// A shared library that this program is not linked with, searched at run time: of the GPU's driver, or of plugins.
#pragma once

#include <dlfcn.h>

#include <cstddef>
#include <cstdint>

namespace wayfront::host {

/// It stays loaded: it may have its own threads.
class DriverLibrary {
 public:
  /// With RTLD_NOLOAD it is found only where something else has loaded it.
  explicit DriverLibrary(const char* name, int flags = RTLD_NOW) : handle_(dlopen(name, flags | RTLD_LOCAL)) {}

  /// A symbol, as whatever pointer takes it; null if the library or the symbol is missing.
  struct Symbol {
    template <class T>
    operator T*() const {  // NOLINT(google-explicit-constructor)
      return reinterpret_cast<T*>(address);
    }
    void* address;
  };
  Symbol find(const char* symbol) const { return {handle_ == nullptr ? nullptr : dlsym(handle_, symbol)}; }

 private:
  void* handle_;
};

/// The functions of CUDA's driver that concern contexts and memory; its interface is C and stable under these names. One
/// that the driver lacks is null.
struct CudaDriver {
  using Result = int;  // 0 is success
  using Context = struct CudaContext*;
  using Address = std::uint64_t;

  explicit CudaDriver(const char* file) : library(file) {}
  bool has_contexts() const {
    return init != nullptr && count != nullptr && get != nullptr && retain != nullptr && release != nullptr &&
           push != nullptr && pop != nullptr;
  }
  bool has_memory() const { return allocate != nullptr && free != nullptr && fill != nullptr && wait != nullptr; }
  /// Of the device with this handle: whether somebody uses its primary context. `state` must be there.
  bool is_active(int device) const {
    unsigned flags = 0;
    int active = 0;
    return state(device, &flags, &active) == 0 && active != 0;
  }
  /// Calls what() in a context; not if that cannot be entered.
  template <class F>
  void in(Context context, F&& what) const {
    Context left = nullptr;
    if (push(context) != 0) return;
    what();
    pop(&left);
  }

  DriverLibrary library;
  Result (*init)(unsigned) = library.find("cuInit");
  Result (*count)(int*) = library.find("cuDeviceGetCount");
  Result (*get)(int*, int) = library.find("cuDeviceGet");
  Result (*state)(int, unsigned*, int*) = library.find("cuDevicePrimaryCtxGetState");
  Result (*retain)(Context*, int) = library.find("cuDevicePrimaryCtxRetain");
  Result (*release)(int) = library.find("cuDevicePrimaryCtxRelease_v2");
  Result (*push)(Context) = library.find("cuCtxPushCurrent_v2");
  Result (*pop)(Context*) = library.find("cuCtxPopCurrent_v2");
  Result (*allocate)(Address*, std::size_t) = library.find("cuMemAlloc_v2");
  Result (*free)(Address) = library.find("cuMemFree_v2");
  Result (*fill)(Address, unsigned char, std::size_t) = library.find("cuMemsetD8_v2");
  Result (*wait)() = library.find("cuCtxSynchronize");
};

}  // namespace wayfront::host
