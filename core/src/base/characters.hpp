// Texts by their characters, which UTF-8 writes in one to four bytes each.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace wayfront::host {

/// Whether the byte continues a character that an earlier byte began.
constexpr bool goes_on(char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80U; }

inline std::size_t character_count(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char byte) { return !goes_on(byte); }));
}

/// The end of the character that begins at `at`, which is within the text.
constexpr std::size_t next_character(std::string_view text, std::size_t at) {
  do ++at;
  while (at < text.size() && goes_on(text[at]));
  return at;
}

/// The first `count` characters, or the whole text if it has no more.
constexpr std::string_view first_characters(std::string_view text, std::size_t count) {
  std::size_t end = 0;
  for (; count > 0 && end < text.size(); --count) end = next_character(text, end);
  return text.substr(0, end);
}

/// The longest prefix of at most `bytes` bytes that ends with a complete character.
constexpr std::string_view first_bytes(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && goes_on(text[bytes])) --bytes;
  return text.substr(0, bytes);
}

/// Whether a terminal may obey the character instead of showing it: control characters, marks that turn the direction
/// of a text, and bytes that do not form a character.
constexpr bool is_control(std::string_view character) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
  if (byte(0) < 0x20 || byte(0) == 0x7f) return true;
  const std::size_t length = byte(0) < 0x80   ? 1
                             : byte(0) < 0xc2 ? 0
                             : byte(0) < 0xe0 ? 2
                             : byte(0) < 0xf0 ? 3
                             : byte(0) < 0xf5 ? 4
                                              : 0;
  if (character.size() != length) return true;
  if (length == 2) return byte(0) == 0xc2 && byte(1) < 0xa0;
  if (byte(0) != 0xe2) return false;
  return (byte(1) == 0x80 && byte(2) >= 0xaa && byte(2) <= 0xae) ||  // U+202A .. U+202E
         (byte(1) == 0x81 && byte(2) >= 0xa6 && byte(2) <= 0xa9);    // U+2066 .. U+2069
}

/// With line breaks and other control characters as blanks.
inline std::string on_one_line(std::string_view text) {
  std::string line;
  for (std::size_t at = 0, next = 0; at < text.size(); at = next) {
    next = next_character(text, at);
    const std::string_view character = text.substr(at, next - at);
    line += is_control(character) ? " " : character;
  }
  return line;
}

/// With control characters as \n, \t and \x1b, except for those in `kept`: what comes out of a file can neither break a
/// line nor command a terminal.
inline std::string printable(std::string_view text, std::string_view kept = {}) {
  constexpr std::string_view hex = "0123456789abcdef";
  std::string shown;
  for (std::size_t at = 0, next = 0; at < text.size(); at = next) {
    next = next_character(text, at);
    const std::string_view character = text.substr(at, next - at);
    if (!is_control(character) || kept.find(character) != kept.npos)
      shown += character;
    else if (character == "\n" || character == "\t")
      shown += character == "\n" ? "\\n" : "\\t";
    else
      for (const char c : character)
        shown.append({'\\', 'x', hex[static_cast<unsigned char>(c) >> 4], hex[static_cast<unsigned char>(c) & 15]});
  }
  return shown;
}

}  // namespace wayfront::host
