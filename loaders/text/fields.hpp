// The fields of one line.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace wayfront::textfile {

inline constexpr std::string_view blanks = " \t\r\v\f";

/// Removes the next field from `line`; fields are separated by blanks. "" at the end.
inline std::string_view next_field(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  const std::string_view field = line.substr(0, line.find_first_of(blanks));
  line.remove_prefix(field.size());
  return field;
}

/// Without the blanks around it.
inline std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

/// A field for a message: truncated if it is long, unprintable bytes shown as \xNN.
std::string shown(std::string_view field);

/// Throws BadInput if `rest` contains another field; `what` ended there.
void check_end(std::string_view rest, std::string_view what);

}  // namespace wayfront::textfile
