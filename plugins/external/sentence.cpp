#include "sentence.hpp"

#include <cstddef>
#include <vector>

namespace wayfront::external {
namespace {

/// Bytes of the UTF-8 character at the start of a text; 0 if there is none that can be shown.
std::size_t shown_character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x20 || first == 0x7f) return 0;
  if (first < 0x80) return 1;
  const std::size_t size = first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  if (size == 0 || first >= 0xf5 || text.size() < size) return 0;
  for (std::size_t i = 1; i < size; ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) return 0;
  return size;
}

std::string on_one_line(std::string_view text) {
  static constexpr const char* digits = "0123456789abcdef";
  std::string line;
  while (!text.empty()) {
    const std::size_t size = shown_character(text);
    const auto byte = static_cast<unsigned char>(text.front());
    if (size == 0)
      line += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
    else
      line += text.substr(0, size);
    text.remove_prefix(size == 0 ? 1 : size);
  }
  return line;
}

}  // namespace

std::string shown(std::string_view text) {
  constexpr std::size_t max = 120;
  return on_one_line(text.substr(0, max)) + (text.size() > max ? "..." : "");
}

std::string in_quotes(std::string_view text) { return '"' + shown(text) + '"'; }

std::string last_words(std::string_view text) {
  constexpr std::size_t max_lines = 3, max = 160;
  std::vector<std::string> lines;
  while (!text.empty() && lines.size() < max_lines) {
    const std::size_t before = text.rfind('\n');
    const std::size_t begin = before == text.npos ? 0 : before + 1;
    std::string_view line = text.substr(begin);
    text = text.substr(0, before == text.npos ? 0 : before);
    if (line.find_first_not_of(" \t\r^~") == line.npos) continue;  // also what Python underlines
    line.remove_prefix(line.find_first_not_of(" \t"));
    lines.push_back(on_one_line(line.substr(0, max)));
  }
  std::string words;
  for (std::size_t i = lines.size(); i-- > 0;) words += (words.empty() ? "" : " | ") + lines[i];
  return words;
}

}  // namespace wayfront::external
