#include "device_monitor.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <utility>

namespace wayfront::host {
namespace {

/// NVML's own types, as far as they are used here: its interface is C and does not change under these names.
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

}  // namespace

struct DeviceMonitor::Library {
  explicit Library(void* opened) : handle(opened) {}
  ~Library() {
    if (running) shutdown();
    dlclose(handle);
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  template <class F>
  void find(F*& function, const char* symbol) {
    function = reinterpret_cast<F*>(dlsym(handle, symbol));
  }

  /// Whether there is anything to ask.
  bool start() {
    find(init, "nvmlInit_v2");
    find(shutdown, "nvmlShutdown");
    find(count, "nvmlDeviceGetCount_v2");
    find(by_index, "nvmlDeviceGetHandleByIndex_v2");
    find(name, "nvmlDeviceGetName");
    find(uuid, "nvmlDeviceGetUUID");
    find(driver, "nvmlSystemGetDriverVersion");
    find(clock, "nvmlDeviceGetClockInfo");
    find(temperature, "nvmlDeviceGetTemperature");
    find(power, "nvmlDeviceGetPowerUsage");
    find(throttle, "nvmlDeviceGetCurrentClocksThrottleReasons");
    if (throttle == nullptr) find(throttle, "nvmlDeviceGetCurrentClocksEventReasons");
    if (init == nullptr || shutdown == nullptr || count == nullptr || by_index == nullptr) return false;
    running = init() == 0;
    unsigned found = 0;
    if (!running || count(&found) != 0) return false;
    std::vector<Device> all(found, nullptr);
    std::vector<std::string> uuids(found);
    for (unsigned i = 0; i < found; ++i)
      if (by_index(i, &all[i]) == 0) uuids[i] = text_from(uuid, all[i]);
    for (const unsigned i : visible_devices(std::getenv("CUDA_VISIBLE_DEVICES"), uuids))
      if (all[i] != nullptr) devices.emplace_back(i, all[i]);
    return !devices.empty();
  }

  void* handle;
  bool running = false;
  std::vector<std::pair<unsigned, Device>> devices;  // by NVML's index
  Result (*init)() = nullptr;
  Result (*shutdown)() = nullptr;
  Result (*count)(unsigned*) = nullptr;
  Result (*by_index)(unsigned, Device*) = nullptr;
  Result (*name)(Device, char*, unsigned) = nullptr;
  Result (*uuid)(Device, char*, unsigned) = nullptr;
  Result (*driver)(char*, unsigned) = nullptr;
  Result (*clock)(Device, unsigned, unsigned*) = nullptr;
  Result (*temperature)(Device, unsigned, unsigned*) = nullptr;
  Result (*power)(Device, unsigned*) = nullptr;  // milliwatts
  Result (*throttle)(Device, unsigned long long*) = nullptr;
};

DeviceMonitor::DeviceMonitor(const char* library) {
  void* const handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return;
  library_ = std::make_unique<Library>(handle);
  if (!library_->start()) library_.reset();
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

std::vector<unsigned> visible_devices(const char* visible, const std::vector<std::string>& uuids) {
  std::vector<unsigned> found;
  if (visible == nullptr) {
    for (unsigned i = 0; i < uuids.size(); ++i) found.push_back(i);
    return found;
  }
  std::string_view rest = visible;
  while (!rest.empty()) {
    std::string_view entry = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), entry.size() + 1));
    while (entry.starts_with(' ')) entry.remove_prefix(1);
    while (entry.ends_with(' ')) entry.remove_suffix(1);
    unsigned index = 0;
    const auto [end, error] = std::from_chars(entry.data(), entry.data() + entry.size(), index);
    if (error != std::errc() || end != entry.data() + entry.size()) {
      const auto match = [&](const std::string& uuid) { return !entry.empty() && uuid.starts_with(entry); };
      index = static_cast<unsigned>(std::ranges::find_if(uuids, match) - uuids.begin());
    }
    if (index >= uuids.size()) break;
    found.push_back(index);
  }
  return found;
}

}  // namespace wayfront::host
