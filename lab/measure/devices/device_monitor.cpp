#include "measure/devices/device_monitor.hpp"

#include <fmt/format.h>

#include <concepts>
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

/// A function of a driver's library by the first of these names that it has. A call says whether there is one that succeeds.
template <class... Arguments>
class Function {
 public:
  explicit Function(const DriverLibrary& library, std::same_as<const char*> auto... names) {
    (void)(... || (library.find(call_, names), call_ != nullptr));
  }
  bool operator()(Arguments... arguments) const { return call_ != nullptr && call_(arguments...) == 0; }
  explicit operator bool() const { return call_ != nullptr; }

 private:
  Result (*call_)(Arguments...) = nullptr;
};

/// A name that NVML wrote into `buffer`.
template <class F, class... Arguments>
std::string text_from(const F& function, Arguments... arguments) {
  char buffer[name_bytes] = {};
  if (!function(arguments..., buffer, name_bytes)) return {};
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
nlohmann::json properties(const DriverLibrary& cuda, int handle) {
  const Function<int*, int, int> get(cuda, "cuDeviceGetAttribute");
  const Function<std::size_t*, int> total(cuda, "cuDeviceTotalMem_v2");
  const auto value = [&](Attribute what) {
    int found = 0;
    return get(&found, static_cast<int>(what), handle) && found > 0 ? static_cast<std::uint64_t>(found) : 0;
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
  if (total(&bytes, handle)) tell("memory_bytes", bytes);
  if (const std::uint64_t major = value(Attribute::major); major != 0)
    about["compute_capability"] = fmt::format("{}.{}", major, value(Attribute::minor));
  return about;
}

/// CUDA's devices, in CUDA's order. That order depends on CUDA_VISIBLE_DEVICES and CUDA_DEVICE_ORDER and
/// generally differs from NVML's. Creates no context.
std::vector<CudaDevice> cuda_devices(const DriverLibrary& cuda) {
  const Function<unsigned> init(cuda, "cuInit");
  const Function<int*> count(cuda, "cuDeviceGetCount");
  const Function<int*, int> get(cuda, "cuDeviceGet");
  // For a part of a device (MIG), the UUID of that part.
  const Function<DeviceUuid*, int> uuid_of(cuda, "cuDeviceGetUuid_v2", "cuDeviceGetUuid");
  int found = 0;
  if (!init(0) || !count(&found)) return {};
  std::vector<CudaDevice> all(static_cast<std::size_t>(found));
  for (int i = 0; i < found; ++i) {
    CudaDevice& it = all[static_cast<std::size_t>(i)];
    int device = 0;
    if (!get(&device, i) || !uuid_of(&it.uuid, device)) return {};
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
  bool start(const DriverLibrary& cuda, std::span<const unsigned> wanted) {
    running = shutdown && by_uuid && init();
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
    Device device = nullptr, parent = nullptr;
    if (by_uuid(uuid_text("GPU-", id).c_str(), &device)) return device;
    return by_uuid(uuid_text("MIG-", id).c_str(), &device) && whole(device, &parent) ? parent : nullptr;
  }

  DriverLibrary nvml;
  Function<> init{nvml, "nvmlInit_v2"}, shutdown{nvml, "nvmlShutdown"};
  Function<const char*, Device*> by_uuid{nvml, "nvmlDeviceGetHandleByUUID"};
  Function<Device, Device*> whole{nvml, "nvmlDeviceGetDeviceHandleFromMigDeviceHandle"};
  Function<Device, char*, unsigned> name{nvml, "nvmlDeviceGetName"}, uuid{nvml, "nvmlDeviceGetUUID"};
  Function<char*, unsigned> driver{nvml, "nvmlSystemGetDriverVersion"};
  Function<Device, unsigned, unsigned*> clock{nvml, "nvmlDeviceGetClockInfo"};
  Function<Device, unsigned, unsigned*> temperature{nvml, "nvmlDeviceGetTemperature"};
  Function<Device, unsigned*> power{nvml, "nvmlDeviceGetPowerUsage"};  // milliwatts
  Function<Device, unsigned long long*> throttle{nvml, "nvmlDeviceGetCurrentClocksThrottleReasons",
                                                 "nvmlDeviceGetCurrentClocksEventReasons"};
  bool running = false;
  std::vector<std::pair<unsigned, Device>> devices{};  // by CUDA's index
  std::vector<nlohmann::json> about{};                 // of these, by CUDA's driver
};

DeviceMonitor::DeviceMonitor(std::span<const unsigned> devices, const char* nvml, const char* cuda)
    : library_(std::make_unique<Library>(nvml)) {
  if (!library_->start(DriverLibrary(cuda), devices)) library_.reset();
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
    nvml.clock(device, graphics_clock, &it.graphics_mhz);
    nvml.clock(device, memory_clock, &it.memory_mhz);
    nvml.temperature(device, gpu_temperature, &it.celsius);
    if (unsigned milliwatts = 0; nvml.power(device, &milliwatts)) it.watts = milliwatts / 1000.0;
    if (unsigned long long mask = 0; nvml.throttle(device, &mask)) it.throttled = throttle_reasons(mask);
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
