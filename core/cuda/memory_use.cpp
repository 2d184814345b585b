#include "memory_count.hpp"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace wayfront::cuda {
namespace {

struct Buffer {
  std::shared_ptr<MemoryUse> use;
  std::uint64_t bytes = 0;
};

/// All runs and buffers of this process. Never destroyed: buffers may be freed while the process ends.
struct Allocations {
  std::mutex mutex;
  std::unordered_map<const void*, std::shared_ptr<MemoryUse>> runs;  // by context
  std::unordered_map<const void*, Buffer> buffers;                   // by address

  /// With the mutex held.
  const std::shared_ptr<MemoryUse>& of(const void* context) {
    std::shared_ptr<MemoryUse>& use = runs[context];
    if (!use) use = std::make_shared<MemoryUse>();
    return use;
  }
};

Allocations& allocations() {
  static Allocations& all = *new Allocations;
  return all;
}

thread_local void* counts_for = nullptr;  // a context; null: nobody

MemoryUse use_of(const void* context) {
  Allocations& all = allocations();
  const std::lock_guard lock(all.mutex);
  const auto found = all.runs.find(context);
  return found == all.runs.end() ? MemoryUse{} : *found->second;
}

std::atomic<std::uint64_t>& until_failure() {
  static std::atomic<std::uint64_t> count = [] {
    const char* const text = std::getenv("WAYFRONT_FAIL_DEVICE_BUFFER");  // NOLINT(concurrency-mt-unsafe)
    std::uint64_t nth = 0;
    if (text != nullptr) std::from_chars(text, text + std::strlen(text), nth);
    return nth;
  }();
  return count;
}

}  // namespace

CountMemory::CountMemory(const RunContext& context) : before_(counts_for) {
  counts_for = const_cast<RunContext*>(&context);
}

CountMemory::~CountMemory() { counts_for = before_; }

void CountMemory::expect(std::uint64_t bytes) const {
  Allocations& all = allocations();
  const std::lock_guard lock(all.mutex);
  all.of(counts_for)->estimate = bytes;
}

MemoryUse memory_use(const RunContext& context) { return use_of(&context); }

std::uint64_t fail_device_buffer(std::uint64_t nth) { return until_failure().exchange(nth); }

namespace detail {

bool fails_now() {
  std::atomic<std::uint64_t>& count = until_failure();
  std::uint64_t left = count.load(std::memory_order_relaxed);
  while (left != 0 && !count.compare_exchange_weak(left, left - 1, std::memory_order_relaxed)) {
  }
  return left == 1;
}

void count_buffer(const void* memory, std::uint64_t bytes) {
  if (counts_for == nullptr) return;
  Allocations& all = allocations();
  const std::lock_guard lock(all.mutex);
  const std::shared_ptr<MemoryUse>& use = all.of(counts_for);
  all.buffers[memory] = {use, bytes};
  use->now += bytes;
  use->peak = std::max(use->peak, use->now);
}

void forget_buffer(const void* memory) noexcept {
  Allocations& all = allocations();
  const std::lock_guard lock(all.mutex);
  const auto found = all.buffers.find(memory);
  if (found == all.buffers.end()) return;
  found->second.use->now -= found->second.bytes;
  all.buffers.erase(found);
}

}  // namespace detail
}  // namespace wayfront::cuda

void wayfront_cuda_memory_start(const void* context) noexcept {
  auto& all = wayfront::cuda::allocations();
  const std::lock_guard lock(all.mutex);
  all.runs.erase(context);
}

void wayfront_cuda_memory_use(const void* context, std::uint64_t (*figures)[3]) noexcept {
  const wayfront::cuda::MemoryUse use = wayfront::cuda::use_of(context);
  (*figures)[0] = use.now;
  (*figures)[1] = use.peak;
  (*figures)[2] = use.estimate;
}
