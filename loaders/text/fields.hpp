// The fields of one line.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace wayfront::textfile {

inline constexpr std::string_view blanks = " \t\r\v\f";

constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

/// Removes the next field from `line`; fields are separated by blanks. "" at the end.
inline std::string_view next_field(std::string_view& line) {
  const char* at = line.data();
  const char* const end = at + line.size();
  while (at != end && is_blank(*at)) ++at;
  const char* const begin = at;
  while (at != end && !is_blank(*at)) ++at;
  line = {at, static_cast<std::size_t>(end - at)};
  return {begin, static_cast<std::size_t>(at - begin)};
}

/// Without the blanks around it.
inline std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Of a letter of ASCII.
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Whether two words are equal, ignoring case.
inline bool same_word(std::string_view a, std::string_view b) { return std::ranges::equal(a, b, {}, lower, lower); }

/// Removes the next line from `text`, which is not empty. Without its line feed; it may be the last one without one.
inline std::string_view next_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

/// A field for a message: truncated if it is long, unprintable bytes shown as \xNN.
std::string shown(std::string_view field);

/// Throws BadInput if `rest` contains another field; `what` ended there.
void check_end(std::string_view rest, std::string_view what);

}  // namespace wayfront::textfile
