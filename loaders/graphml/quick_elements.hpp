// Nodes and edges of GraphML in the form that programs write, found without an XML parser: it takes most of the time of a
// large file. Whatever has another form, be it right or wrong, is left to the parser.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace wayfront::graphml {

enum class Found : std::uint8_t {
  it,     // it is complete
  more,   // the text ends within it
  other,  // something else stands there
};

inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

/// A reader that stops at the first character that it does not expect.
class Scan {
 public:
  explicit Scan(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  const char* at() const { return at_; }
  /// Why the last call returned false.
  Found why() const { return at_ == end_ ? Found::more : Found::other; }

  bool take(std::string_view word) {
    for (const char c : word)
      if (at_ == end_ || *at_ != c)
        return false;
      else
        ++at_;
    return true;
  }
  bool is(char c) const { return at_ != end_ && *at_ == c; }
  bool take_blanks() {
    const char* const begin = at_;
    while (at_ != end_ && is_blank(*at_)) ++at_;
    if (at_ != end_ && *at_ == '\r' && at_ + 1 == end_) at_ = end_;
    if (at_ + 1 < end_ && *at_ == '\r' && at_[1] == '\n') {
      ++at_;
      return take_blanks();
    }
    return at_ != begin;
  }
  /// Small letters.
  std::string_view word() {
    const char* const begin = at_;
    while (at_ != end_ && *at_ >= 'a' && *at_ <= 'z') ++at_;
    return {begin, at_};
  }
  /// Characters of ASCII up to `stop`, which may be neither a reference nor a tag.
  bool plain_text(char stop, std::string_view& text) {
    const char* const begin = at_;
    for (; at_ != end_ && *at_ != stop; ++at_)
      if (*at_ < ' ' || *at_ > '~' || *at_ == '<' || *at_ == '&' || *at_ == '>') return false;
    text = {begin, at_};
    return at_ != end_;
  }
  /// ="value"
  bool value(std::string_view& text) {
    if (!take("=") || at_ == end_ || (*at_ != '"' && *at_ != '\'')) return false;
    const char quote = *at_++;
    if (!plain_text(quote, text)) return false;
    ++at_;
    return true;
  }

 private:
  const char* at_;
  const char* end_;
};

inline bool set(std::string_view& attribute, std::string_view value) {
  if (attribute.data() != nullptr) return false;  // twice
  attribute = value;
  return true;
}

/// <data key="d0">5</data>, behind <data.
inline bool read_data(Scan& scan, std::pair<std::string_view, std::string_view>& data) {
  if (!scan.take_blanks() || !scan.take("key") || !scan.value(data.first)) return false;
  scan.take_blanks();
  if (!scan.take(">")) return false;
  constexpr std::size_t longest = 4096;
  return scan.plain_text('<', data.second) && data.second.size() < longest && scan.take("</data>");
}

/// <node id="0"> or <edge source="0" target="1" directed="true">, with elements data of plain text. No reference, no
/// character beyond ASCII, no attribute twice, no other one.
struct QuickElement {
  bool is_edge = false;
  std::string_view id, source, target, directed;                      // those that it has
  std::vector<std::pair<std::string_view, std::string_view>> data{};  // keys and values

  /// Reads the element at the beginning of the text, which is removed if it was found. Refers to the text.
  Found read(std::string_view& text) {
    id = source = target = directed = {};
    data.clear();
    if (text == "\r") return Found::more;
    Scan scan(text);
    if (!scan.take("<")) return scan.why();
    const std::string_view name = scan.word();
    is_edge = name == "edge";
    if (!is_edge && name != "node") return scan.why();
    for (bool blank = scan.take_blanks(); !scan.is('/') && !scan.is('>'); blank = scan.take_blanks()) {
      if (!blank) return scan.why();
      const std::string_view attribute = scan.word();
      std::string_view value;
      if (!scan.value(value)) return scan.why();
      std::string_view* const place = attribute == "id"         ? &id
                                      : !is_edge                ? nullptr
                                      : attribute == "source"   ? &source
                                      : attribute == "target"   ? &target
                                      : attribute == "directed" ? &directed
                                                                : nullptr;
      if (place == nullptr || !set(*place, value)) return Found::other;
    }
    if (is_edge ? source.data() == nullptr || target.data() == nullptr : id.data() == nullptr) return Found::other;
    if (scan.is('/')) {
      if (!scan.take("/>")) return scan.why();
    } else {
      scan.take(">");
      for (;;) {
        scan.take_blanks();
        if (!scan.take("<")) return scan.why();
        if (scan.is('/')) break;
        if (!scan.take("data") || !read_data(scan, data.emplace_back())) return scan.why();
      }
      if (!scan.take("/") || !scan.take(name) || !scan.take(">")) return scan.why();
    }
    text.remove_prefix(static_cast<std::size_t>(scan.at() - text.data()));
    return Found::it;
  }
};

/// Removes blanks and line ends, and counts these; a carriage return only before a line feed.
inline void skip_blanks(std::string_view& text, std::uint64_t& lines) {
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    const bool pair = text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n';
    if (!is_blank(text[at]) && !pair) break;
    lines += text[at] == '\n' ? 1 : 0;
  }
  text.remove_prefix(at);
}

/// Where the first comment, instruction or element of the text ends; of an element that is not `whole`, where its first
/// tag ends. `size` is for Found::it alone. Does not check what it passes over.
inline Found find_end(std::string_view text, bool whole, std::size_t& size) {
  std::uint64_t depth = 0;
  for (std::size_t at = 0;;) {
    at = text.find('<', at);
    if (at == text.npos || at + 1 == text.size()) return Found::more;
    const std::string_view rest = text.substr(at);
    if (rest[1] == '!' || rest[1] == '?') {
      const std::string_view opening = rest[1] == '?' ? "<?" : "<!--", closing = rest[1] == '?' ? "?>" : "-->";
      if (rest.size() < opening.size()) return Found::more;
      if (!rest.starts_with(opening)) return Found::other;  // a type of documents, or characters
      const std::size_t end = rest.find(closing, opening.size());
      if (end == rest.npos) return Found::more;
      at += end + closing.size();
    } else {
      char quote = 0;
      std::size_t end = 1;
      for (; end < rest.size() && (quote != 0 || rest[end] != '>'); ++end) {
        if (quote == 0 && (rest[end] == '"' || rest[end] == '\''))
          quote = rest[end];
        else if (rest[end] == quote)
          quote = 0;
      }
      if (end == rest.size()) return Found::more;
      const bool closes = rest[1] == '/', alone = rest[end - 1] == '/';
      if (closes && depth == 0) return Found::other;
      depth += closes || alone ? 0 : 1;
      depth -= closes ? 1 : 0;
      at += end + 1;
    }
    if (depth == 0 || !whole) {
      size = at;
      return Found::it;
    }
  }
}

}  // namespace wayfront::graphml
