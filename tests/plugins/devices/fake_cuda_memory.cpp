// In place of the library that CUDA plugins share, under its soname: the figures of a run that took device memory. A
// context has the same figures until it is started anew.
#include <cstdint>
#include <map>
#include <mutex>

namespace {
std::mutex mutex;
std::map<const void*, std::uint64_t> starts;
}  // namespace

extern "C" {
void fake_cuda_memory() noexcept {}
void wayfront_cuda_memory_start(const void* context) noexcept {
  const std::lock_guard lock(mutex);
  ++starts[context];
}
void wayfront_cuda_memory_use(const void* context, std::uint64_t (*figures)[3]) noexcept {
  const std::lock_guard lock(mutex);
  (*figures)[0] = starts[context];
  (*figures)[1] = 123'456'789;
  (*figures)[2] = 120'000'000;
}
}
