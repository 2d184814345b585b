// JSON as this program writes it.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace wayfront::host {

/// One line, or with `indent` >= 0 a value a line; ends with a newline. What is not UTF-8, as paths need not be, is
/// replaced.
inline std::string json_text(const nlohmann::json& json, int indent = 1) {
  return json.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

}  // namespace wayfront::host
