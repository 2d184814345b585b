// A shared library of the GPU's driver, searched at run time: this program is not linked with it.
#pragma once

#include <dlfcn.h>

namespace wayfront::host {

/// It stays loaded: it may have its own threads.
class DriverLibrary {
 public:
  explicit DriverLibrary(const char* name) : handle_(dlopen(name, RTLD_NOW | RTLD_LOCAL)) {}

  /// Does not change `function` if the library or the symbol is missing.
  template <class F>
  void find(F*& function, const char* symbol) const {
    if (handle_ != nullptr) function = reinterpret_cast<F*>(dlsym(handle_, symbol));
  }

 private:
  void* handle_;
};

}  // namespace wayfront::host
