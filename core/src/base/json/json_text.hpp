// JSON as this program writes it.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

namespace wayfront::host {

/// One line, or with `indent` >= 0 one value per line; ends with a newline. Bytes that are not UTF-8, possible in
/// paths, are replaced.
inline std::string json_text(const nlohmann::json& json, int indent = 1) {
  return json.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

/// Floats that are integers, as integers: 100.0 prints as 100, as people write it.
inline nlohmann::json without_points(nlohmann::json value) {
  if (value.is_structured())
    for (nlohmann::json& inner : value) inner = without_points(std::move(inner));
  if (!value.is_number_float()) return value;
  const auto number = value.get<double>();
  return number == std::trunc(number) && std::abs(number) < 1e15 ? nlohmann::json(static_cast<std::int64_t>(number))
                                                                 : value;
}

/// A value for people: a text without quotes, a number in the shortest form that reads back equal.
inline std::string value_text(const nlohmann::json& value) {
  return value.is_string() ? value.get<std::string>() : without_points(value).dump();
}

}  // namespace wayfront::host
