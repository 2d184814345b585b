// NVML and the CUDA driver of a machine with two GPUs, for the test of the monitor. NVML counts by slots; CUDA puts the
// faster GPU, which is in the second slot, first.
#include <cstddef>
#include <cstring>

extern "C" {
struct NvmlDevice {
  unsigned index;
};
static NvmlDevice devices[2] = {{0}, {1}};
static const char* const uuids[2] = {"GPU-aa000000-0000-0000-0000-000000000001",
                                     "GPU-bb000000-0000-0000-0000-000000000002"};

int nvmlInit_v2() { return 0; }
int nvmlShutdown() { return 0; }
int nvmlDeviceGetHandleByUUID(const char* uuid, NvmlDevice** device) {
  for (NvmlDevice& it : devices)
    if (std::strcmp(uuid, uuids[it.index]) == 0) return *device = &it, 0;
  return 6;  // not found
}
int nvmlDeviceGetName(NvmlDevice* device, char* name, unsigned size) {
  return std::strncpy(name, device->index == 0 ? "Fake display card" : "Fake GPU", size), 0;
}
int nvmlDeviceGetUUID(NvmlDevice* device, char* uuid, unsigned size) {
  return std::strncpy(uuid, uuids[device->index], size), 0;
}
int nvmlSystemGetDriverVersion(char* version, unsigned size) { return std::strncpy(version, "1.2", size), 0; }
int nvmlDeviceGetClockInfo(NvmlDevice* device, unsigned type, unsigned* mhz) {
  return *mhz = (type == 0 ? 1000 : 2000) + device->index, 0;
}
int nvmlDeviceGetTemperature(NvmlDevice*, unsigned, unsigned* celsius) { return *celsius = 55, 0; }
int nvmlDeviceGetPowerUsage(NvmlDevice*, unsigned* milliwatts) { return *milliwatts = 250500, 0; }
int nvmlDeviceGetCurrentClocksThrottleReasons(NvmlDevice* device, unsigned long long* mask) {
  return *mask = device->index == 0 ? 0x1 : 0x24, 0;
}

int cuInit(unsigned) { return 0; }
int cuDeviceGetCount(int* count) { return *count = 2, 0; }
int cuDeviceGet(int* device, int ordinal) { return *device = ordinal, 0; }
int cuDeviceGetName(char* name, int size, int) {
  return std::strncpy(name, "Fake GPU", static_cast<std::size_t>(size)), 0;
}
/// The numbers of CUDA's interface. Does not tell the clock of its memory.
int cuDeviceGetAttribute(int* value, int attribute, int device) {
  switch (attribute) {
    case 13:
      return *value = 1'980'000, 0;  // kHz
    case 16:
      return *value = 132 - device, 0;
    case 36:
      return *value = device == 0 ? 2'619'000 : 0, 0;  // kHz
    case 37:
      return *value = 5120, 0;  // bits
    case 38:
      return *value = 50 << 20, 0;
    case 75:
      return *value = 9, 0;
    case 76:
      return *value = 0, 0;
    default:
      return 1;
  }
}
int cuDeviceTotalMem_v2(unsigned long* bytes, int) { return *bytes = 85'000'000'000, 0; }
int cuDeviceGetUuid_v2(unsigned char* uuid, int device) {
  std::memset(uuid, 0, 16);
  uuid[0] = device == 0 ? 0xbb : 0xaa;
  uuid[15] = device == 0 ? 2 : 1;
  return 0;
}
}
