#include "settings/argument_value.hpp"

#include <memory>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace wayfront::host {
namespace {

/// A table whose key "value" has the value of `text`, or nothing if it is not a TOML value.
std::optional<toml::table> parse_value(std::string_view text, const toml::source_region& place) {
  try {
    toml::table table = toml::parse(fmt::format("value = {}\n", text), std::string_view(*place.path));
    if (table.size() == 1) return table;  // a line break could add a second key
  } catch (const toml::parse_error&) {
  }
  return {};
}

}  // namespace

toml::source_region argument_place(std::string name) {
  return {{}, {}, std::make_shared<const std::string>(std::move(name))};
}

std::optional<toml::table> text_argument(const std::string& text, const toml::source_region& place) {
  try {
    return parse_value(nlohmann::json(text).dump(), place);
  } catch (const nlohmann::json::type_error&) {
    return {};
  }
}

std::optional<toml::table> parse_argument(std::string_view text, std::string_view place_name,
                                          Diagnostics& diagnostics) {
  const toml::source_region place = argument_place(std::string(place_name));
  if (auto value = parse_value(text, place)) return value;
  const bool meant_as_toml = !text.empty() && std::string_view("[{\"'").find(text.front()) != std::string_view::npos;
  if (!meant_as_toml)
    if (auto value = text_argument(std::string(text), place)) return value;
  diagnostics.error(place, fmt::format("'{}' is not a TOML value", text));
  return {};
}

}  // namespace wayfront::host
