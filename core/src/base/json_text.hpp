// JSON as this program writes it.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace wayfront::host {

/// One line, or with `indent` >= 0 one value per line; ends with a newline. Bytes that are not UTF-8, possible in
/// paths, are replaced.
inline std::string json_text(const nlohmann::json& json, int indent = 1) {
  return json.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

}  // namespace wayfront::host
