#include "measure/devices/device_monitor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "run/driver_library.hpp"

namespace wayfront::host {
namespace {

/// The types of NVML that are used here: its interface is C and stable under these names.
using Device = struct NvmlDevice*;
using Result = int;  // 0 is success
constexpr unsigned graphics_clock = 0, memory_clock = 2, gpu_temperature = 0;
constexpr unsigned name_bytes = 96;

/// A name that NVML wrote into `buffer`.
template <class F, class... Arguments>
std::string text_from(F function, Arguments... arguments) {
  char buffer[name_bytes] = {};
  if (function == nullptr || function(arguments..., buffer, name_bytes) != 0) return {};
  buffer[name_bytes - 1] = 0;
  return buffer;
}

/// The UUIDs of CUDA's devices, in CUDA's order. That order depends on CUDA_VISIBLE_DEVICES and CUDA_DEVICE_ORDER and
/// generally differs from NVML's. Creates no context.
std::vector<DeviceUuid> cuda_devices(const DriverLibrary& cuda) {
  Result (*init)(unsigned) = nullptr;
  Result (*count)(int*) = nullptr;
  Result (*get)(int*, int) = nullptr;
  Result (*uuid_of)(DeviceUuid*, int) = nullptr;
  cuda.find(init, "cuInit");
  cuda.find(count, "cuDeviceGetCount");
  cuda.find(get, "cuDeviceGet");
  cuda.find(uuid_of, "cuDeviceGetUuid_v2");  // for a part of a device (MIG), the UUID of that part
  if (uuid_of == nullptr) cuda.find(uuid_of, "cuDeviceGetUuid");
  int found = 0;
  if (init == nullptr || count == nullptr || get == nullptr || uuid_of == nullptr || init(0) != 0 || count(&found) != 0)
    return {};
  std::vector<DeviceUuid> uuids(static_cast<std::size_t>(found));
  for (int i = 0; i < found; ++i)
    if (int device = 0; get(&device, i) != 0 || uuid_of(&uuids[static_cast<std::size_t>(i)], device) != 0) return {};
  return uuids;
}

}  // namespace

struct DeviceMonitor::Library {
  explicit Library(const char* file) : nvml(file) {}
  ~Library() {
    if (running) shutdown();
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  /// Whether the library is usable.
  bool start(const DriverLibrary& cuda, std::span<const unsigned> wanted) {
    nvml.find(init, "nvmlInit_v2");
    nvml.find(shutdown, "nvmlShutdown");
    nvml.find(by_uuid, "nvmlDeviceGetHandleByUUID");
    nvml.find(whole, "nvmlDeviceGetDeviceHandleFromMigDeviceHandle");
    nvml.find(name, "nvmlDeviceGetName");
    nvml.find(uuid, "nvmlDeviceGetUUID");
    nvml.find(driver, "nvmlSystemGetDriverVersion");
    nvml.find(clock, "nvmlDeviceGetClockInfo");
    nvml.find(temperature, "nvmlDeviceGetTemperature");
    nvml.find(power, "nvmlDeviceGetPowerUsage");
    nvml.find(energy, "nvmlDeviceGetTotalEnergyConsumption");
    nvml.find(throttle, "nvmlDeviceGetCurrentClocksThrottleReasons");
    if (throttle == nullptr) nvml.find(throttle, "nvmlDeviceGetCurrentClocksEventReasons");
    if (init == nullptr || shutdown == nullptr || by_uuid == nullptr) return false;
    running = init() == 0;
    if (!running) return false;
    const std::vector<DeviceUuid> uuids = cuda_devices(cuda);
    for (const unsigned index : wanted)
      if (Device const device = index < uuids.size() ? find_device(uuids[index]) : nullptr; device != nullptr)
        devices.emplace_back(index, device);
    return !devices.empty();
  }

  /// Null if NVML does not know it. For a part of a device, the whole device: clocks and temperature belong to it.
  Device find_device(const DeviceUuid& id) const {
    Device device = nullptr;
    if (by_uuid(uuid_text("GPU-", id).c_str(), &device) == 0) return device;
    Device parent = nullptr;
    if (by_uuid(uuid_text("MIG-", id).c_str(), &device) == 0 && whole != nullptr && whole(device, &parent) == 0)
      return parent;
    return nullptr;
  }

  DriverLibrary nvml;
  bool running = false;
  std::vector<std::pair<unsigned, Device>> devices;  // by CUDA's index
  Result (*init)() = nullptr;
  Result (*shutdown)() = nullptr;
  Result (*by_uuid)(const char*, Device*) = nullptr;
  Result (*whole)(Device, Device*) = nullptr;
  Result (*name)(Device, char*, unsigned) = nullptr;
  Result (*uuid)(Device, char*, unsigned) = nullptr;
  Result (*driver)(char*, unsigned) = nullptr;
  Result (*clock)(Device, unsigned, unsigned*) = nullptr;
  Result (*temperature)(Device, unsigned, unsigned*) = nullptr;
  Result (*power)(Device, unsigned*) = nullptr;             // milliwatts
  Result (*energy)(Device, unsigned long long*) = nullptr;  // millijoules
  Result (*throttle)(Device, unsigned long long*) = nullptr;
};

DeviceMonitor::DeviceMonitor(std::span<const unsigned> devices, const char* nvml, const char* cuda)
    : library_(std::make_unique<Library>(nvml)) {
  if (!library_->start(DriverLibrary(cuda), devices)) library_.reset();
}

DeviceMonitor::~DeviceMonitor() = default;

nlohmann::json DeviceMonitor::describe() const {
  nlohmann::json all = nlohmann::json::array();
  if (!library_) return all;
  for (const auto& [index, device] : library_->devices) {
    all.push_back({{"index", index},
                   {"name", text_from(library_->name, device)},
                   {"uuid", text_from(library_->uuid, device)},
                   {"driver", text_from(library_->driver)}});
  }
  return all;
}

std::vector<unsigned> DeviceMonitor::devices() const {
  std::vector<unsigned> all;
  if (library_)
    for (const auto& [index, device] : library_->devices) all.push_back(index);
  return all;
}

std::optional<double> DeviceMonitor::joules(std::span<const unsigned> devices) const {
  if (!library_ || library_->energy == nullptr || devices.empty()) return std::nullopt;
  double sum = 0;
  for (const unsigned wanted : devices) {
    const auto found = std::ranges::find(library_->devices, wanted, [](const auto& it) { return it.first; });
    unsigned long long millijoules = 0;
    if (found == library_->devices.end() || library_->energy(found->second, &millijoules) != 0) return std::nullopt;
    sum += static_cast<double>(millijoules) / 1000;
  }
  return sum;
}

std::vector<DeviceReading> DeviceMonitor::read(const VertexId& source, unsigned repeat) const {
  std::vector<DeviceReading> all;
  if (!library_) return all;
  const Library& nvml = *library_;
  for (const auto& [index, device] : nvml.devices) {
    DeviceReading& it = all.emplace_back();
    it.device = index;
    it.source = source;
    it.repeat = repeat;
    if (nvml.clock != nullptr) {
      nvml.clock(device, graphics_clock, &it.graphics_mhz);
      nvml.clock(device, memory_clock, &it.memory_mhz);
    }
    if (nvml.temperature != nullptr) nvml.temperature(device, gpu_temperature, &it.celsius);
    unsigned milliwatts = 0;
    if (nvml.power != nullptr && nvml.power(device, &milliwatts) == 0) it.watts = milliwatts / 1000.0;
    unsigned long long mask = 0;
    if (nvml.throttle != nullptr && nvml.throttle(device, &mask) == 0) it.throttled = throttle_reasons(mask);
  }
  return all;
}

std::vector<std::string> throttle_reasons(std::uint64_t mask) {
  constexpr std::pair<std::uint64_t, const char*> reasons[] = {{0x4, "power cap"},          {0x8, "hardware slowdown"},
                                                               {0x10, "sync boost"},        {0x20, "thermal, software"},
                                                               {0x40, "thermal, hardware"}, {0x80, "power brake"}};
  std::vector<std::string> found;
  for (const auto& [bit, reason] : reasons)
    if ((mask & bit) != 0) found.emplace_back(reason);
  return found;
}

std::string uuid_text(std::string_view prefix, const DeviceUuid& uuid) {
  std::string text(prefix);
  for (std::size_t i = 0; i < uuid.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    fmt::format_to(std::back_inserter(text), "{:02x}", uuid[i]);
  }
  return text;
}

}  // namespace wayfront::host
