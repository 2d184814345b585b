#include "pipeline/pipeline_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/byte_count.hpp"
#include "base/characters.hpp"
#include "plugins/plugin_registry.hpp"
#include "settings/diagnostics.hpp"
#include "settings/settings.hpp"
#include "settings/value.hpp"

namespace wayfront::host {

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
