#include "library/states.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

#include "base/refusal.hpp"
#include "settings/argument_options.hpp"
#include "settings/option_text.hpp"

namespace wayfront {
namespace {

/// As TOML.
template <class T>
std::string toml_of(const T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::is_same_v<T, std::string>) {
    return host::as_toml(value);
  } else if constexpr (std::is_same_v<T, double>) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    const std::string text = fmt::format("{}", value);
    return text.find_first_of(".e") == text.npos ? text + ".0" : text;
  } else if constexpr (std::is_same_v<T, std::int64_t>) {
    return fmt::to_string(value);
  } else {
    std::vector<std::string> items;
    for (const auto& item : value) items.push_back(toml_of(item));
    return fmt::format("[{}]", fmt::join(items, ", "));
  }
}

}  // namespace

host::Settings settings_of(const Options& options, std::span<const OptionRow> rows, std::string_view title) {
  std::vector<std::string> texts;
  for (const auto& [name, value] : options) {
    if (name.find('=') != std::string::npos)  // whose second part would be read as the value
      host::refuse("{}: there is no option '{}'", title, name);
    texts.push_back(fmt::format("{}={}", name, std::visit([](const auto& it) { return toml_of(it); }, value)));
  }
  return host::parse_options(texts, rows, title, "option");
}

host::Settings settings_of(const Options& options, const host::Plugin& plugin) {
  return settings_of(
      options, plugin.options(),
      fmt::format("options of {} '{}'", plugin.descriptor->kind == PluginKind::loader ? "loader" : "plugin",
                  plugin.about().name));
}

}  // namespace wayfront
