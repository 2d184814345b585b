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

  /// Does not change `function` if the library or the symbol is missing.
  template <class F>
  void find(F*& function, const char* symbol) const {
    if (handle_ != nullptr) function = reinterpret_cast<F*>(dlsym(handle_, symbol));
  }

 private:
  void* handle_;
};

/// The functions of CUDA's driver that concern contexts and memory; its interface is C and stable under these names. One
/// that the driver lacks is null.
struct CudaDriver {
  using Result = int;  // 0 is success
  using Context = struct CudaContext*;
  using Address = std::uint64_t;

  explicit CudaDriver(const char* file) : library(file) {
    library.find(init, "cuInit");
    library.find(count, "cuDeviceGetCount");
    library.find(get, "cuDeviceGet");
    library.find(state, "cuDevicePrimaryCtxGetState");
    library.find(retain, "cuDevicePrimaryCtxRetain");
    library.find(release, "cuDevicePrimaryCtxRelease_v2");
    library.find(push, "cuCtxPushCurrent_v2");
    library.find(pop, "cuCtxPopCurrent_v2");
    library.find(allocate, "cuMemAlloc_v2");
    library.find(free, "cuMemFree_v2");
    library.find(fill, "cuMemsetD8_v2");
    library.find(wait, "cuCtxSynchronize");
  }
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
  Result (*init)(unsigned) = nullptr;
  Result (*count)(int*) = nullptr;
  Result (*get)(int*, int) = nullptr;
  Result (*state)(int, unsigned*, int*) = nullptr;
  Result (*retain)(Context*, int) = nullptr;
  Result (*release)(int) = nullptr;
  Result (*push)(Context) = nullptr;
  Result (*pop)(Context*) = nullptr;
  Result (*allocate)(Address*, std::size_t) = nullptr;
  Result (*free)(Address) = nullptr;
  Result (*fill)(Address, unsigned char, std::size_t) = nullptr;
  Result (*wait)() = nullptr;
};

}  // namespace wayfront::host
