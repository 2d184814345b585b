#include "library/states.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

#include "base/refusal.hpp"
#include "settings/argument_options.hpp"
#include "settings/option_text.hpp"

namespace wayfront {
host::Settings settings_of(const Options& options, std::span<const OptionRow> rows, std::string_view title) {
  std::vector<std::string> texts;
  for (const auto& [name, value] : options) {
    if (name.find('=') != std::string::npos)  // whose second part would be read as the value
      host::refuse("{}: there is no option '{}'", title, name);
    const nlohmann::json json = std::visit([](const auto& it) { return nlohmann::json(it); }, value);
    texts.push_back(fmt::format("{}={}", name, host::json_as_toml(json)));
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
