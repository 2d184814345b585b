// "0 1 {'weight': 4}": arcs with their attributes as Python shows a dictionary, which is how NetworkX writes edge lists.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "columns.hpp"
#include "text/fields.hpp"
#include "wayfront/status.hpp"

namespace wayfront::edge_list {

[[noreturn]] inline void not_ended() {
  throw BadInput("the dictionary with the attributes of the arc does not end with this line, as NetworkX writes it");
}

/// The end of a quoted text that begins the string, behind its second quote.
inline std::size_t quoted_size(std::string_view text) {
  for (std::size_t at = 1; at < text.size(); ++at) {
    if (text[at] == '\\')
      ++at;
    else if (text[at] == text[0])
      return at + 1;
  }
  not_ended();
}

/// The end of a value: the comma or brace behind it.
inline std::size_t end_of_value(std::string_view text) {
  std::size_t depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\'' || c == '"') {
      at += quoted_size(text.substr(at)) - 1;
      continue;
    }
    if (depth == 0 && (c == ',' || c == '}')) return at;
    if (c == '{' || c == '[' || c == '(') ++depth;
    if ((c == '}' || c == ']' || c == ')') && depth > 0) --depth;
  }
  not_ended();
}

/// Calls take(key, value) until it returns true.
template <class F>
void each_entry(std::string_view dictionary, F&& take) {
  std::string_view rest = dictionary.substr(1);
  for (;;) {
    rest.remove_prefix(std::min(rest.find_first_not_of(" ,"), rest.size()));
    if (rest.empty()) not_ended();
    if (rest.front() == '}') {
      if (!textfile::trimmed(rest.substr(1)).empty()) throw BadInput("text behind the dictionary of the arc");
      return;
    }
    const bool is_text = rest.front() == '\'' || rest.front() == '"';
    const std::size_t size = is_text ? quoted_size(rest) : std::min(rest.find(':'), rest.size());
    const std::string_view key = is_text ? rest.substr(1, size - 2) : rest.substr(0, size);
    rest.remove_prefix(size);
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    if (!rest.starts_with(':')) throw BadInput("a dictionary whose key '" + textfile::shown(key) + "' has no value");
    rest.remove_prefix(1);
    const std::size_t end = end_of_value(rest);
    if (take(key, textfile::trimmed(rest.substr(0, end)))) return;
    rest.remove_prefix(end);
  }
}

/// The two ends and the dictionary of such a line.
struct DictionaryLine {
  std::string_view source, target, dictionary;
};

/// Throws BadInput for a line that is not of this kind.
inline DictionaryLine split_dictionary(std::string_view line) {
  DictionaryLine parts;
  parts.source = textfile::next_field(line);
  parts.target = textfile::next_field(line);
  parts.dictionary = textfile::trimmed(line);
  if (!parts.dictionary.starts_with('{'))
    throw BadInput("a line without the dictionary that the first arc has: SOURCE TARGET {...}");
  return parts;
}

/// The value of a key as it is written, "4" or "'a b'"; "" if there is no such key. Throws BadInput for a dictionary that does
/// not end.
inline std::string_view value_in(std::string_view dictionary, std::string_view key) {
  std::string_view found;
  each_entry(dictionary, [&](std::string_view name, std::string_view value) {
    if (name == key) found = value;
    return false;
  });
  return found;
}

/// A key whose value is a number, or "".
inline std::string_view first_number_in(std::string_view dictionary) {
  std::string_view found;
  each_entry(dictionary, [&](std::string_view name, std::string_view value) {
    if (is_number(value)) found = name;
    return !found.empty();
  });
  return found;
}

}  // namespace wayfront::edge_list
