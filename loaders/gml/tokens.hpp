// The words of a GML file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "../attributed/named_arcs.hpp"

namespace wayfront::gml {

enum class Kind : std::uint8_t { end, key, number, text, open, close };

struct Token {
  Kind kind = Kind::end;
  std::string_view text{};  // without quotes
  std::uint64_t line = 0;
};

class Tokens {
 public:
  Tokens(std::string_view content, const attributed::Places& places) : rest_(content), places_(places) {}

  /// Throws BadInput with a place for anything that is no word of GML, and for a text without its second quote.
  Token next();
  /// Skips a value whose first word is `token`, with all that is in its brackets.
  void skip(Token token);

 private:
  std::string_view rest_;
  std::uint64_t line_ = 1;
  const attributed::Places& places_;
};

/// A text with the characters that "&quot;", "&amp;" and "&#228;" stand for.
std::string without_entities(std::string_view text);

}  // namespace wayfront::gml
