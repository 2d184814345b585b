#include "measure/devices/device_monitor.hpp"

#include <fmt/format.h>

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

struct CudaDevice {
  DeviceUuid uuid{};
  nlohmann::json about;  // constant figures, those that it tells
};

/// Attributes of CUDA's driver, by their numbers in its interface.
enum class Attribute : std::uint8_t {
  max_rate = 13,  // of the clock, kHz
  multiprocessors = 16,
  memory_rate = 36,  // kHz
  bus_width = 37,    // bits
  l2 = 38,           // bytes
  major = 75,
  minor = 76,
};

/// Of a device by the driver's handle.
nlohmann::json properties(const CudaDriver& cuda, int handle) {
  Result (*get)(int*, int, int) = cuda.library.find("cuDeviceGetAttribute");
  Result (*total)(std::size_t*, int) = cuda.library.find("cuDeviceTotalMem_v2");
  const auto value = [&](Attribute what) {
    int found = 0;
    return get != nullptr && get(&found, static_cast<int>(what), handle) == 0 && found > 0
               ? static_cast<std::uint64_t>(found)
               : 0;
  };
  nlohmann::json about = nlohmann::json::object();
  const auto tell = [&](const char* name, std::uint64_t figure) {
    if (figure != 0) about[name] = figure;
  };
  tell("multiprocessors", value(Attribute::multiprocessors));
  tell("max_mhz", value(Attribute::max_rate) / 1000);
  tell("l2_bytes", value(Attribute::l2));
  // Two transfers a clock, as all of today's memories have.
  tell("bytes_per_second", value(Attribute::memory_rate) * 1000 * 2 * (value(Attribute::bus_width) / 8));
  std::size_t bytes = 0;
  if (total != nullptr && total(&bytes, handle) == 0) tell("memory_bytes", bytes);
  if (const std::uint64_t major = value(Attribute::major); major != 0)
    about["compute_capability"] = fmt::format("{}.{}", major, value(Attribute::minor));
  return about;
}

/// CUDA's devices, in CUDA's order. That order depends on CUDA_VISIBLE_DEVICES and CUDA_DEVICE_ORDER and
/// generally differs from NVML's. Creates no context.
std::vector<CudaDevice> cuda_devices(const CudaDriver& cuda) {
  Result (*uuid_of)(DeviceUuid*, int) = cuda.library.find("cuDeviceGetUuid_v2");  // of a part (MIG), its own
  if (uuid_of == nullptr) uuid_of = cuda.library.find("cuDeviceGetUuid");
  int found = 0;
  if (cuda.init == nullptr || cuda.count == nullptr || cuda.get == nullptr || uuid_of == nullptr || cuda.init(0) != 0 ||
      cuda.count(&found) != 0)
    return {};
  std::vector<CudaDevice> all(static_cast<std::size_t>(found));
  for (int i = 0; i < found; ++i) {
    CudaDevice& it = all[static_cast<std::size_t>(i)];
    int device = 0;
    if (cuda.get(&device, i) != 0 || uuid_of(&it.uuid, device) != 0) return {};
    it.about = properties(cuda, device);
  }
  return all;
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
  bool start(const CudaDriver& cuda, std::span<const unsigned> wanted) {
    if (throttle == nullptr) throttle = nvml.find("nvmlDeviceGetCurrentClocksEventReasons");
    if (init == nullptr || shutdown == nullptr || by_uuid == nullptr) return false;
    running = init() == 0;
    if (!running) return false;
    std::vector<CudaDevice> all = cuda_devices(cuda);
    for (const unsigned index : wanted)
      if (Device const device = index < all.size() ? find_device(all[index].uuid) : nullptr; device != nullptr) {
        devices.emplace_back(index, device);
        about.push_back(std::move(all[index].about));
      }
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
  std::vector<nlohmann::json> about;                 // of these, by CUDA's driver
  Result (*init)() = nvml.find("nvmlInit_v2");
  Result (*shutdown)() = nvml.find("nvmlShutdown");
  Result (*by_uuid)(const char*, Device*) = nvml.find("nvmlDeviceGetHandleByUUID");
  Result (*whole)(Device, Device*) = nvml.find("nvmlDeviceGetDeviceHandleFromMigDeviceHandle");
  Result (*name)(Device, char*, unsigned) = nvml.find("nvmlDeviceGetName");
  Result (*uuid)(Device, char*, unsigned) = nvml.find("nvmlDeviceGetUUID");
  Result (*driver)(char*, unsigned) = nvml.find("nvmlSystemGetDriverVersion");
  Result (*clock)(Device, unsigned, unsigned*) = nvml.find("nvmlDeviceGetClockInfo");
  Result (*temperature)(Device, unsigned, unsigned*) = nvml.find("nvmlDeviceGetTemperature");
  Result (*power)(Device, unsigned*) = nvml.find("nvmlDeviceGetPowerUsage");  // milliwatts
  Result (*throttle)(Device, unsigned long long*) = nvml.find("nvmlDeviceGetCurrentClocksThrottleReasons");
};

DeviceMonitor::DeviceMonitor(std::span<const unsigned> devices, const char* nvml, const char* cuda)
    : library_(std::make_unique<Library>(nvml)) {
  if (!library_->start(CudaDriver(cuda), devices)) library_.reset();
}

DeviceMonitor::~DeviceMonitor() = default;

nlohmann::json DeviceMonitor::describe() const {
  nlohmann::json all = nlohmann::json::array();
  if (!library_) return all;
  for (std::size_t i = 0; i < library_->devices.size(); ++i) {
    const auto& [index, device] = library_->devices[i];
    all.push_back({{"index", index},
                   {"name", text_from(library_->name, device)},
                   {"uuid", text_from(library_->uuid, device)},
                   {"driver", text_from(library_->driver)}});
    all.back().update(library_->about[i]);
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

std::string uuid_text(std::string_view prefix, const DeviceUuid& uuid) {
  std::string text(prefix);
  for (std::size_t i = 0; i < uuid.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    fmt::format_to(std::back_inserter(text), "{:02x}", uuid[i]);
  }
  return text;
}

}  // namespace wayfront::host
