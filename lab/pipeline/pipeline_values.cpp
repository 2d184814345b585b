#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "base/characters.hpp"
#include "pipeline/pipeline_parts.hpp"
#include "plugins/plugin_registry.hpp"
#include "settings/diagnostics.hpp"
#include "settings/settings.hpp"
#include "settings/value.hpp"

namespace wayfront::host {
namespace {

constexpr double kilo = 1e3, kibi = 1024;

/// The unit in bytes, or 0.
double unit_of(std::string_view unit) {
  constexpr std::pair<std::string_view, double> units[] = {{"B", 1},
                                                           {"kB", kilo},
                                                           {"MB", kilo * kilo},
                                                           {"GB", kilo * kilo * kilo},
                                                           {"TB", kilo * kilo * kilo * kilo},
                                                           {"KiB", kibi},
                                                           {"MiB", kibi * kibi},
                                                           {"GiB", kibi * kibi * kibi},
                                                           {"TiB", kibi * kibi * kibi * kibi}};
  for (const auto& [name, bytes] : units)
    if (name == unit) return bytes;
  if (unit != "%") return 0;
  constexpr double percent = 0.01;
  return percent * static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGE_SIZE));
}

}  // namespace

std::optional<std::uint64_t> parse_byte_count(std::string_view text) {
  double count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc()) return {};
  std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  if (unit.starts_with(' ')) unit.remove_prefix(1);
  constexpr double whole = 100;
  if (unit == "%" && count > whole) return {};
  const double bytes = count * unit_of(unit);
  constexpr double max = 1e18;
  if (!(bytes >= 1 && bytes < max)) return {};
  return static_cast<std::uint64_t>(bytes);
}

Value plan_table(Value value, std::string_view what, Diagnostics& diagnostics) {
  if (!value || value.is_table()) return value;
  diagnostics.error(value.place(), fmt::format("{} must be a table, but is {}", what, value.shown()));
  return {};
}

std::string plan_label(const Settings& all, const char* table, const std::string& given, Diagnostics& diagnostics) {
  if (on_one_line(given) != given)
    diagnostics.error(all.place("label"),
                      fmt::format("[{}]: 'label' must be one line without control characters", table));
  return given;
}

std::string plan_plugin(const std::string& written, const Place& place, const ResolvePath& resolve) {
  if (!names_file(written)) return written;
  const std::string file = resolve(written, place).string();
  return names_file(file) ? file : "./" + file;
}

std::uint64_t plan_bytes(const Settings& all, const char* table, const char* key, const std::string& text,
                         double gigabytes, std::string_view forms, Diagnostics& diagnostics) {
  const Value given = all.value(key);
  if (!given || !given.is_text()) return static_cast<std::uint64_t>(gigabytes * 1e9);
  const bool allowed = !text.ends_with('%') || forms.find('%') != forms.npos;
  if (const auto count = allowed ? parse_byte_count(text) : std::nullopt) return *count;
  diagnostics.error(all.place(key), fmt::format("[{}]: '{}' must be a number of GB or a size such as {}, but is \"{}\"",
                                                table, key, forms, text));
  return 0;
}

std::optional<DeviceRule> plan_devices(const Settings& all, const char* name, DeviceWord word,
                                       std::span<const std::int64_t> numbers, Diagnostics& diagnostics) {
  const Value given = all.value("devices");
  if (!given || !given.is_list()) {
    if (word == DeviceWord::measure) return std::nullopt;
    return DeviceRule{.all = word == DeviceWord::all};
  }
  if (given.items().empty())
    diagnostics.error(given.place(), fmt::format("{}: 'devices' is empty; name a device, such as 0", name));
  DeviceRule rule;
  for (const std::int64_t number : numbers) {
    const int device = static_cast<int>(number);
    if (std::ranges::find(rule.indices, device) != rule.indices.end())
      diagnostics.error(given.place(), fmt::format("{}: 'devices' has device {} twice; name it once", name, device));
    rule.indices.push_back(device);
  }
  return rule;
}

}  // namespace wayfront::host
