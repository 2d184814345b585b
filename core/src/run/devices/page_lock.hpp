// Page-locked host memory: the driver of the devices may write to it directly, all of them. It is found at run time.
#pragma once

#include <cstddef>
#include <memory>

namespace wayfront::host {

class PageLock {
 public:
  PageLock() = default;
  /// Locks this memory for all devices that have a primary context by now. Does nothing without them, or if the system
  /// refuses: copies are slower then.
  PageLock(void* memory, std::size_t bytes, const char* cuda = "libcuda.so.1");
  ~PageLock() { release(); }
  PageLock(const PageLock&) = delete;
  PageLock& operator=(const PageLock&) = delete;
  PageLock(PageLock&& other) noexcept;
  PageLock& operator=(PageLock&& other) noexcept;

  bool holds() const { return driver_ != nullptr; }
  /// Must come before the memory is freed.
  void release() noexcept;

 private:
  struct Driver;
  std::shared_ptr<const Driver> driver_;  // null: nothing is locked
  void* memory_ = nullptr;
};

}  // namespace wayfront::host
