// A CUDA driver whose devices have the host's memory. It counts what crosses the bus and what it is asked for, and
// refuses addresses that it did not give. For device_turn's test, and as libcuda.so.1 for device_test.cpp and
// device_test.py. All devices but the first have a primary context from the start, and the memory of the third is full.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <vector>

namespace {

std::mutex mutex;
std::map<std::uint64_t, std::size_t> blocks;  // address and bytes
bool refuses_memory = false;

bool is_inside(std::uint64_t address, std::size_t bytes) {
  const auto next = blocks.upper_bound(address);
  if (next == blocks.begin()) return false;
  const auto& [first, size] = *std::prev(next);
  return address + bytes <= first + size;
}

constexpr int out_of_memory = 2, invalid_value = 1, no_context = 201;
thread_local std::vector<void*> contexts;

/// Calls f(memory, bytes) in a context for bytes that were given.
template <class F>
int with_memory(std::uint64_t address, std::size_t bytes, F&& f) {
  const std::scoped_lock lock(mutex);
  if (contexts.empty()) return no_context;
  if (!is_inside(address, bytes)) return invalid_value;
  f(reinterpret_cast<void*>(address), bytes);
  return 0;
}

/// Puts the value there and succeeds.
template <class T>
int give(T* place, T value) {
  *place = value;
  return 0;
}

}  // namespace

extern "C" {

int fake_devices = 1;
std::uint64_t fake_blocks = 0, fake_to_host = 0, fake_from_host = 0, fake_allocations = 0, fake_retained = 0,
              fake_waits = 0, fake_fills = 0;

void fake_refuse_memory(int refuse) { refuses_memory = refuse != 0; }

int cuInit(unsigned) { return 0; }
int cuDeviceGetCount(int* count) { return give(count, fake_devices); }
int cuDeviceGet(int* device, int index) { return give(device, index); }
int cuDevicePrimaryCtxGetState(int device, unsigned* flags, int* active) {
  *flags = 0;
  return give(active, device > 0 ? 1 : 0);
}
int cuDevicePrimaryCtxRetain(void** context, int device) {
  const std::scoped_lock lock(mutex);
  ++fake_retained;
  return give(context, reinterpret_cast<void*>(std::uintptr_t{4096} + static_cast<unsigned>(device)));
}
int cuDevicePrimaryCtxRelease_v2(int) {
  const std::scoped_lock lock(mutex);
  --fake_retained;
  return 0;
}
int cuCtxPushCurrent_v2(void* context) {
  contexts.push_back(context);
  return 0;
}
int cuCtxPopCurrent_v2(void** context) {
  *context = contexts.back();
  contexts.pop_back();
  return 0;
}
int cuMemAlloc_v2(std::uint64_t* address, std::size_t bytes) {
  const std::scoped_lock lock(mutex);
  if (contexts.empty()) return no_context;
  if (refuses_memory || contexts.back() == reinterpret_cast<void*>(4098)) return out_of_memory;
  *address = reinterpret_cast<std::uint64_t>(std::aligned_alloc(256, (bytes + 255) / 256 * 256));
  blocks[*address] = bytes;
  fake_blocks = blocks.size();
  ++fake_allocations;
  return 0;
}
int cuMemFree_v2(std::uint64_t address) {
  const std::scoped_lock lock(mutex);
  if (contexts.empty()) return no_context;
  if (blocks.erase(address) == 0) return invalid_value;
  std::free(reinterpret_cast<void*>(address));
  return give(&fake_blocks, std::uint64_t{blocks.size()});
}
int cuMemsetD8_v2(std::uint64_t address, unsigned char byte, std::size_t count) {
  return with_memory(address, count, [&](void* memory, std::size_t bytes) {
    std::memset(memory, byte, bytes);
    ++fake_fills;
  });
}
int cuMemcpyDtoH_v2(void* host, std::uint64_t address, std::size_t count) {
  return with_memory(address, count, [&](const void* memory, std::size_t bytes) {
    std::memcpy(host, memory, bytes);
    fake_to_host += bytes;
  });
}
int cuMemcpyHtoD_v2(std::uint64_t address, const void* host, std::size_t count) {
  return with_memory(address, count, [&](void* memory, std::size_t bytes) {
    std::memcpy(memory, host, bytes);
    fake_from_host += bytes;
  });
}
int cuCtxSynchronize() {
  const std::scoped_lock lock(mutex);
  ++fake_waits;
  return contexts.empty() ? no_context : 0;
}
int cuGetErrorName(int error, const char** name) {
  return give(name, error == invalid_value ? "CUDA_ERROR_INVALID_VALUE" : "CUDA_ERROR_INVALID_CONTEXT");
}
}
