// A CUDA driver with one device, whose memory is the host's. It counts what crosses the bus, and refuses addresses that
// it did not give. For device_test.cpp and device_test.py, as libcuda.so.1.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

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
thread_local int contexts = 0;

}  // namespace

extern "C" {

std::uint64_t fake_blocks = 0, fake_to_host = 0, fake_from_host = 0, fake_allocations = 0, fake_retained = 0,
              fake_waits = 0;

void fake_refuse_memory(int refuse) { refuses_memory = refuse != 0; }

int cuInit(unsigned) { return 0; }
int cuDeviceGetCount(int* count) {
  *count = 1;
  return 0;
}
int cuDeviceGet(int* device, int index) {
  *device = index;
  return 0;
}
int cuDevicePrimaryCtxRetain(void** context, int) {
  const std::scoped_lock lock(mutex);
  *context = &blocks;
  ++fake_retained;
  return 0;
}
int cuDevicePrimaryCtxRelease_v2(int) {
  const std::scoped_lock lock(mutex);
  --fake_retained;
  return 0;
}
int cuCtxPushCurrent_v2(void*) {
  ++contexts;
  return 0;
}
int cuCtxPopCurrent_v2(void**) {
  --contexts;
  return 0;
}
int cuMemAlloc_v2(std::uint64_t* address, std::size_t bytes) {
  const std::scoped_lock lock(mutex);
  if (contexts == 0) return no_context;
  if (refuses_memory) return out_of_memory;
  void* const memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  *address = reinterpret_cast<std::uint64_t>(memory);
  blocks[*address] = bytes;
  fake_blocks = blocks.size();
  ++fake_allocations;
  return 0;
}
int cuMemFree_v2(std::uint64_t address) {
  const std::scoped_lock lock(mutex);
  if (contexts == 0) return no_context;
  if (blocks.erase(address) == 0) return invalid_value;
  std::free(reinterpret_cast<void*>(address));
  fake_blocks = blocks.size();
  return 0;
}
int cuMemsetD8_v2(std::uint64_t address, unsigned char byte, std::size_t bytes) {
  const std::scoped_lock lock(mutex);
  if (contexts == 0) return no_context;
  if (!is_inside(address, bytes)) return invalid_value;
  std::memset(reinterpret_cast<void*>(address), byte, bytes);
  return 0;
}
int cuMemcpyDtoH_v2(void* host, std::uint64_t address, std::size_t bytes) {
  const std::scoped_lock lock(mutex);
  if (contexts == 0) return no_context;
  if (!is_inside(address, bytes)) return invalid_value;
  std::memcpy(host, reinterpret_cast<const void*>(address), bytes);
  fake_to_host += bytes;
  return 0;
}
int cuMemcpyHtoD_v2(std::uint64_t address, const void* host, std::size_t bytes) {
  const std::scoped_lock lock(mutex);
  if (contexts == 0) return no_context;
  if (!is_inside(address, bytes)) return invalid_value;
  std::memcpy(reinterpret_cast<void*>(address), host, bytes);
  fake_from_host += bytes;
  return 0;
}
int cuCtxSynchronize() {
  const std::scoped_lock lock(mutex);
  ++fake_waits;
  return contexts == 0 ? no_context : 0;
}
int cuGetErrorName(int error, const char** name) {
  *name = error == invalid_value ? "CUDA_ERROR_INVALID_VALUE" : "CUDA_ERROR_INVALID_CONTEXT";
  return 0;
}
}
