// In place of the library that CUDA plugins share, under its soname: figures of device memory for the contexts that a
// plugin names, until they are started anew.
#include <cstdint>
#include <mutex>
#include <set>

namespace {
std::mutex mutex;
std::set<const void*> users;
}  // namespace

extern "C" {
void fake_cuda_memory(const void* context) {
  const std::lock_guard lock(mutex);
  users.insert(context);
}
void wayfront_cuda_memory_start(const void* context) noexcept {
  const std::lock_guard lock(mutex);
  users.erase(context);
}
void wayfront_cuda_memory_use(const void* context, std::uint64_t (*figures)[3]) noexcept {
  const std::lock_guard lock(mutex);
  const bool uses = users.count(context) != 0;
  (*figures)[0] = (*figures)[1] = uses ? 123'456'789 : 0;
  (*figures)[2] = uses ? 120'000'000 : 0;
}
}
