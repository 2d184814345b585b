#include "base/wildcard.hpp"

#include <cstddef>

#include "base/characters.hpp"

namespace wayfront::host {

/// The part after a * is tried at later and later places of the text. Only the last * needs this: a later match of
/// earlier parts would not help.
bool matches(std::string_view pattern, std::string_view text) {
  constexpr std::size_t none = std::string_view::npos;
  std::size_t p = 0, t = 0, after_star = none, tried = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      after_star = ++p;
      tried = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      t = pattern[p] == '?' ? next_character(text, t) : t + 1;
      ++p;
    } else if (after_star != none) {
      p = after_star;
      t = tried = next_character(text, tried);
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace wayfront::host
