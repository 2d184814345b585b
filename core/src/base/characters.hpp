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

/// With line breaks and other control characters as blanks.
inline std::string on_one_line(std::string_view text) {
  std::string line(text);
  for (char& c : line)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  return line;
}

}  // namespace wayfront::host
