// CSV as this program writes it.
#pragma once

#include <string>
#include <string_view>

namespace wayfront::host {

/// In quotes if necessary.
inline std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == text.npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace wayfront::host
