// A management library with two devices, for the test of the monitor: what a driver would answer.
#include <cstring>

extern "C" {
struct NvmlDevice {
  unsigned index;
};
static NvmlDevice devices[2] = {{0}, {1}};

int nvmlInit_v2() { return 0; }
int nvmlShutdown() { return 0; }
int nvmlDeviceGetCount_v2(unsigned* count) { return *count = 2, 0; }
int nvmlDeviceGetHandleByIndex_v2(unsigned index, NvmlDevice** device) { return *device = &devices[index], 0; }
int nvmlDeviceGetName(NvmlDevice*, char* name, unsigned size) { return std::strncpy(name, "Fake GPU", size), 0; }
int nvmlDeviceGetUUID(NvmlDevice* device, char* uuid, unsigned size) {
  return std::strncpy(uuid, device->index == 0 ? "GPU-aa" : "GPU-bb", size), 0;
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
}
