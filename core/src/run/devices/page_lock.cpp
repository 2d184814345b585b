#include "run/devices/page_lock.hpp"

#include <utility>

#include "run/driver_library.hpp"

namespace wayfront::host {
namespace {

constexpr unsigned for_all_contexts = 1, mapped = 2;

}  // namespace

/// The driver, and a device whose context it holds.
struct PageLock::Driver : CudaDriver {
  explicit Driver(const char* file) : CudaDriver(file) {
    int found = 0;
    if (!has_contexts() || state == nullptr || lock == nullptr || unlock == nullptr || init(0) != 0 ||
        count(&found) != 0)
      return;
    for (int i = 0; i < found && context == nullptr; ++i) {
      if (get(&device, i) != 0 || !is_active(device)) continue;
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
    bool made = false;
    if (context != nullptr) in(context, [&] { made = what() == 0; });
    return made;
  }

  int device = 0;
  Context context = nullptr;
  Result (*lock)(void*, std::size_t, unsigned) = library.find("cuMemHostRegister_v2");
  Result (*unlock)(void*) = library.find("cuMemHostUnregister");
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
