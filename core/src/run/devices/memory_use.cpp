#include "run/devices/memory_use.hpp"

#include <dlfcn.h>

#include <cstdint>

namespace wayfront::host {
namespace {

/// A library that is in the process already; it stays as long as this object.
class Loaded {
 public:
  explicit Loaded(const char* name) : handle_(dlopen(name, RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD)) {}
  Loaded(const Loaded&) = delete;
  Loaded& operator=(const Loaded&) = delete;
  ~Loaded() {
    if (handle_ != nullptr) dlclose(handle_);
  }
  /// Null if the library or the symbol is missing.
  template <class F>
  F* find(const char* symbol) const {
    return handle_ == nullptr ? nullptr : reinterpret_cast<F*>(dlsym(handle_, symbol));
  }

 private:
  void* handle_;
};

}  // namespace

const char* const DeviceMemoryUse::shared_by_plugins = WAYFRONT_CUDA_LIBRARY;

void DeviceMemoryUse::start(const RunContext& context) const {
  const Loaded library(library_);
  if (const auto call = library.find<void(const void*)>("wayfront_cuda_memory_start"); call != nullptr) call(&context);
}

DeviceBytes DeviceMemoryUse::of(const RunContext& context) const {
  const Loaded library(library_);
  using Figures = std::uint64_t[3];  // now, peak, estimate
  const auto call = library.find<void(const void*, Figures*)>("wayfront_cuda_memory_use");
  if (call == nullptr) return {};
  Figures figures = {};
  call(&context, &figures);
  return {.peak = figures[1], .estimate = figures[2]};
}

}  // namespace wayfront::host
