// A CUDA driver with three devices, of which the second and third have a primary context, and the
// memory of the third is full. For device_turn_test.cpp.
#include <cstddef>
#include <cstdint>

extern "C" {

int fake_fills = 0, fake_waits = 0, fake_retained = 0, fake_bytes = 0, fake_pushed = 0;

int cuInit(unsigned) { return 0; }
int cuDeviceGetCount(int* count) {
  *count = 3;
  return 0;
}
int cuDeviceGet(int* device, int index) {
  *device = index;
  return 0;
}
int cuDevicePrimaryCtxGetState(int device, unsigned* flags, int* active) {
  *flags = 0;
  *active = device > 0 ? 1 : 0;
  return 0;
}
int cuDevicePrimaryCtxRetain(void** context, int device) {
  *context = reinterpret_cast<void*>(static_cast<std::uintptr_t>(device));
  ++fake_retained;
  return 0;
}
int cuDevicePrimaryCtxRelease_v2(int) {
  --fake_retained;
  return 0;
}
int cuCtxPushCurrent_v2(void* context) {
  fake_pushed = static_cast<int>(reinterpret_cast<std::uintptr_t>(context));
  return 0;
}
int cuCtxPopCurrent_v2(void**) {
  fake_pushed = 0;
  return 0;
}
int cuMemAlloc_v2(std::uint64_t* address, std::size_t bytes) {
  if (fake_pushed != 1) return 2;
  fake_bytes += static_cast<int>(bytes);
  *address = 4096;
  return 0;
}
int cuMemFree_v2(std::uint64_t address) {
  if (fake_pushed == 1 && address == 4096) --fake_bytes;
  return 0;
}
int cuMemsetD8_v2(std::uint64_t address, unsigned char, std::size_t bytes) {
  if (fake_pushed == 1 && address == 4096 && bytes == 1) ++fake_fills;
  return 0;
}
int cuCtxSynchronize() {
  if (fake_pushed == 1) ++fake_waits;
  return 0;
}
}
