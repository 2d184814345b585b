#include "run/devices/page_lock.hpp"

#include <utility>

#include "run/driver_library.hpp"

namespace wayfront::host {
namespace {

/// The types of CUDA's driver interface that are used here; its functions are stable under these names.
using Result = int;  // 0 is success
using Context = struct CudaContext*;
constexpr unsigned for_all_contexts = 1, mapped = 2;

}  // namespace

/// The driver, and a device whose context it holds.
struct PageLock::Driver {
  explicit Driver(const char* file) : cuda(file) {
    Result (*init)(unsigned) = nullptr;
    Result (*count)(int*) = nullptr;
    Result (*get)(int*, int) = nullptr;
    Result (*state)(int, unsigned*, int*) = nullptr;
    Result (*retain)(Context*, int) = nullptr;
    cuda.find(init, "cuInit");
    cuda.find(count, "cuDeviceGetCount");
    cuda.find(get, "cuDeviceGet");
    cuda.find(state, "cuDevicePrimaryCtxGetState");
    cuda.find(retain, "cuDevicePrimaryCtxRetain");
    cuda.find(release, "cuDevicePrimaryCtxRelease_v2");
    cuda.find(push, "cuCtxPushCurrent_v2");
    cuda.find(pop, "cuCtxPopCurrent_v2");
    cuda.find(lock, "cuMemHostRegister_v2");
    cuda.find(unlock, "cuMemHostUnregister");
    int found = 0;
    if (init == nullptr || count == nullptr || get == nullptr || state == nullptr || retain == nullptr ||
        release == nullptr || push == nullptr || pop == nullptr || lock == nullptr || unlock == nullptr ||
        init(0) != 0 || count(&found) != 0)
      return;
    for (int i = 0; i < found && context == nullptr; ++i) {
      unsigned flags = 0;
      int active = 0;
      if (get(&device, i) != 0 || state(device, &flags, &active) != 0 || active == 0) continue;
      if (retain(&context, device) != 0) context = nullptr;
    }
  }
  ~Driver() {
    if (context != nullptr) release(device);
  }
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;

  template <class F>
  bool in_context(F&& what) const {
    Context left = nullptr;
    if (context == nullptr || push(context) != 0) return false;
    const bool made = what() == 0;
    pop(&left);
    return made;
  }

  DriverLibrary cuda;
  int device = 0;
  Context context = nullptr;
  Result (*release)(int) = nullptr;
  Result (*push)(Context) = nullptr;
  Result (*pop)(Context*) = nullptr;
  Result (*lock)(void*, std::size_t, unsigned) = nullptr;
  Result (*unlock)(void*) = nullptr;
};

PageLock::PageLock(void* memory, std::size_t bytes, const char* cuda) {
  if (memory == nullptr || bytes == 0) return;
  auto driver = std::make_shared<const Driver>(cuda);
  if (!driver->in_context([&] { return driver->lock(memory, bytes, for_all_contexts | mapped); })) return;
  driver_ = std::move(driver);
  memory_ = memory;
}

PageLock::PageLock(PageLock&& other) noexcept
    : driver_(std::exchange(other.driver_, nullptr)), memory_(std::exchange(other.memory_, nullptr)) {}

PageLock& PageLock::operator=(PageLock&& other) noexcept {
  std::swap(driver_, other.driver_);
  std::swap(memory_, other.memory_);
  return *this;
}

void PageLock::release() noexcept {
  if (driver_ == nullptr) return;
  driver_->in_context([&] { return driver_->unlock(memory_); });
  driver_ = nullptr;
}

}  // namespace wayfront::host
