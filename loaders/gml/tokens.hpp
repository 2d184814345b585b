// The words of a GML file.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "attributed/named_arcs.hpp"
#include "text/fields.hpp"

namespace wayfront::gml {

enum class Kind : std::uint8_t { end, key, number, text, open, close };

struct Token {
  Kind kind = Kind::end;
  std::string_view text{};  // without quotes
  std::uint64_t line = 0;
};

inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool ends_word(char c) {
  return textfile::is_blank(c) || c == '\n' || c == '[' || c == ']' || c == '"' || c == '#';
}

class Tokens {
 public:
  Tokens(std::string_view content, const attributed::Places& places) : rest_(content), places_(places) {}

  /// Throws BadInput with a place for anything that is no word of GML, and for a text without its second quote.
  Token next() {
    const char* at = rest_.data();
    const char* const end = at + rest_.size();
    for (;; at = std::find(at, end, '\n')) {  // behind a comment
      for (; at != end && (textfile::is_blank(*at) || *at == '\n'); ++at) line_ += *at == '\n' ? 1 : 0;
      if (at == end || *at != '#') break;
    }
    Token token{.line = line_};
    if (at == end) {
      rest_ = {};
      return token;
    }
    const char* const begin = at++;
    const char first = *begin;
    if (first == '[' || first == ']') {
      token.kind = first == '[' ? Kind::open : Kind::close;
    } else if (first == '"') {
      const char* const quote = std::find(at, end, '"');
      if (quote == end) places_.fail(line_, "a text without its second quote");
      token.kind = Kind::text;
      token.text = {at, quote};
      line_ += static_cast<std::uint64_t>(std::ranges::count(token.text, '\n'));
      at = quote + 1;
    } else {
      while (at != end && !ends_word(*at)) ++at;
      token.text = {begin, at};
      const bool number = is_digit(first) || ((first == '-' || first == '+' || first == '.') && token.text.size() > 1);
      token.kind = number ? Kind::number : Kind::key;
      if (!number && !is_letter(first))
        places_.fail(line_, "'" + textfile::shown(token.text) + "' is neither a key nor a value of GML");
    }
    rest_ = {at, end};
    return token;
  }
  /// Skips a value whose first word is `token`, with all that is in its brackets.
  void skip(Token token) {
    std::uint64_t depth = 0;
    const std::uint64_t line = token.line;
    for (;; token = next()) {
      if (token.kind == Kind::open) ++depth;
      if (token.kind == Kind::close && depth > 0) --depth;
      if (token.kind == Kind::end && depth > 0)
        places_.fail(line, "a list without its second bracket; the file is truncated");
      if (depth == 0) return;
    }
  }

 private:
  std::string_view rest_;
  std::uint64_t line_ = 1;
  const attributed::Places& places_;
};

/// Nothing for numbers that are no characters.
inline void append_utf8(std::string& to, std::uint32_t code) {
  if (code == 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return;
  const auto tail = [&](unsigned shift) { to += static_cast<char>(0x80 | (code >> shift & 0x3f)); };
  if (code < 0x80) {
    to += static_cast<char>(code);
  } else if (code < 0x800) {
    to += static_cast<char>(0xc0 | code >> 6);
    tail(0);
  } else if (code < 0x10000) {
    to += static_cast<char>(0xe0 | code >> 12);
    tail(6), tail(0);
  } else {
    to += static_cast<char>(0xf0 | code >> 18);
    tail(12), tail(6), tail(0);
  }
}

/// A text with the characters that "&quot;", "&amp;" and "&#228;" stand for.
inline std::string without_entities(std::string_view text) {
  constexpr std::pair<std::string_view, char> named[] = {
      {"&quot;", '"'}, {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&apos;", '\''}};
  std::string all;
  while (!text.empty()) {
    if (text.front() == '&') {
      const auto* const it =
          std::ranges::find_if(named, [&](const auto& known) { return text.starts_with(known.first); });
      if (it != std::end(named)) {
        all += it->second;
        text.remove_prefix(it->first.size());
        continue;
      }
      std::uint32_t code = 0;
      const bool hex = text.starts_with("&#x");
      const char* const digits = text.data() + std::min<std::size_t>(hex ? 3 : 2, text.size());
      const auto read = std::from_chars(digits, text.data() + text.size(), code, hex ? 16 : 10);
      if (text.starts_with("&#") && read.ec == std::errc() && read.ptr != text.data() + text.size() &&
          *read.ptr == ';') {
        append_utf8(all, code);
        text.remove_prefix(static_cast<std::size_t>(read.ptr + 1 - text.data()));
        continue;
      }
    }
    all += text.front();
    text.remove_prefix(1);
  }
  return all;
}

}  // namespace wayfront::gml
