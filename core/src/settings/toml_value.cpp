#include "settings/toml_value.hpp"

#include <cmath>
#include <sstream>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace wayfront::host {

nlohmann::json to_json(const toml::node& node) {
  if (const toml::table* const table = node.as_table()) {
    nlohmann::json all = nlohmann::json::object();
    for (const auto& [key, value] : *table) all[std::string(key.str())] = to_json(value);
    return all;
  }
  if (const toml::array* const array = node.as_array()) {
    nlohmann::json all = nlohmann::json::array();
    for (const toml::node& item : *array) all.push_back(to_json(item));
    return all;
  }
  if (const auto* const text = node.as_string()) return text->get();
  if (const auto* const truth = node.as_boolean()) return truth->get();
  if (const auto* const number = node.as_integer()) return number->get();
  if (const auto* const number = node.as_floating_point(); number != nullptr && std::isfinite(number->get()))
    return number->get();
  std::ostringstream text;
  node.visit([&](const auto& it) { text << it; });
  return text.str();
}

std::string shown(const toml::node& node) {
  constexpr std::size_t most = 40;
  if (node.is_table()) return "a table";
  if (const toml::array* const array = node.as_array())
    return array->empty() ? "an empty list" : fmt::format("a list of {}", array->size());
  if (const auto* const text = node.as_string()) {
    if (text->get().size() <= most) return fmt::format("\"{}\"", text->get());
    return fmt::format("\"{}...\"", text->get().substr(0, most));
  }
  return to_json(node).is_string() ? to_json(node).get<std::string>() : to_json(node).dump();
}

}  // namespace wayfront::host
